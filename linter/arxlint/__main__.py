"""``python -m arxlint``."""

from arxlint.cli import main

if __name__ == "__main__":
    main()
