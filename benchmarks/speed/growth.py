"""Cost as a base grows: cold and warm time and peak memory for bases of several sizes, as table and plot.

``--bases`` and the other arguments are those of ``python -m benchmarks.speed``.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from benchmarks.speed.__main__ import Bench
from benchmarks.speed.measure import Cost, interleaved, run


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how cost grows with the base.")
    parser.add_argument("--arxlint", type=Path, required=True)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--bases", type=Path, required=True)
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    arguments.documents = arguments.bases
    sizes = sorted(int(path.name) for path in arguments.bases.iterdir() if path.name.isdigit())
    points: list[tuple[int, Cost, Cost, Cost]] = []
    print("| briefings | cold, s CPU | cold, s wall | peak MB | again, s CPU | one changed, s CPU |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, Path(folder))
        for size in sizes:
            base = bench.scratch / str(size)
            bench.copy(size, base)
            cold = run(bench.check(base, str(base)), base, bench.environment)
            again = interleaved({"again": bench.command(*bench.check(base, str(base)))}, 1)["again"]
            target = min(base.glob("inbox/*/*.md"))

            def changed(target: Path = target, base: Path = base) -> Cost:
                with target.open("a", encoding="utf-8") as file:
                    file.write("\nOne more line.\n")
                return run(bench.check(base, str(target)), base, bench.environment)

            hook = interleaved({"hook": changed}, bench.times)["hook"]
            points.append((size, cold, again, hook))
            print(
                f"| {size:,} | {cold.cpu:.1f} | {cold.wall:.1f} | {cold.memory:.0f} | {again.cpu:.2f} |"
                f" {hook.cpu:.2f} |",
                flush=True,
            )
            shutil.rmtree(base)
    if arguments.plot:
        plot(points, arguments.plot)


def plot(points: list[tuple[int, Cost, Cost, Cost]], path: Path) -> None:
    """Draw CPU seconds over the number of briefings, both in powers of ten."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    sizes = [point[0] for point in points]
    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    lines = {
        "cold": [point[1].cpu for point in points],
        "again, nothing changed": [point[2].cpu for point in points],
        "hook, one file changed": [point[3].cpu for point in points],
    }
    for name, values in lines.items():
        axes.plot(sizes, values, marker="o", label=name)
    axes.set(xscale="log", yscale="log", xlabel="briefings in the base", ylabel="CPU seconds")
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main()
