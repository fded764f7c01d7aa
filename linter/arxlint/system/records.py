"""``NamedTuple`` as in ``typing``, at a tenth of the cost of making the class.

A run as a hook takes makes about a hundred such classes; with those of ``typing`` that costs more than
reading the changed file.  What is costly, the constructor's code, is made for classes that are called often.
Modules that use this must have ``from __future__ import annotations``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter as field_at

    _RARELY = 20
    """So many instances cost less than code that makes them fast."""

    class _Record(tuple):
        """What all named tuples have in common."""

        __slots__ = ()

        _make = classmethod(tuple.__new__)

        def _replace(self, /, **values):
            made = tuple.__new__(type(self), map(values.pop, self._fields, self))
            if values:
                raise ValueError(f"unexpected fields: {list(values)}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({shown})"

        def __getnewargs__(self):
            return tuple(self)

    class _RecordType(type):
        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(f"{name}: a field without a default follows one with a default")
            for number, field in enumerate(fields):
                namespace[field] = field_at(number, "")
            namespace["__slots__"] = ()
            namespace["__match_args__"] = namespace["_fields"] = fields
            namespace["_field_defaults"] = defaults

            calls = 0

            def __new__(cls, /, *values, **named):
                nonlocal calls
                calls += 1
                if calls > _RARELY:
                    made.__new__ = staticmethod(_constructor(name, fields, tuple(defaults.values())))
                    return made.__new__(cls, *values, **named)
                given = {**defaults, **dict(zip(fields, values, strict=False)), **named}
                twice = not named.keys().isdisjoint(fields[: len(values)])
                if twice or len(given) != len(fields) or len(values) > len(fields):
                    # The real one says what is wrong.
                    return _constructor(name, fields, tuple(defaults.values()))(cls, *values, **named)
                return tuple.__new__(cls, map(given.__getitem__, fields))

            namespace["__new__"] = __new__
            made = type.__new__(type, name, (_Record,), namespace)
            return made

    def _constructor(name, fields, defaults):
        listed = "".join(f"{field}, " for field in fields)
        scope = {"_new": tuple.__new__, "__name__": f"namedtuple_{name}", "__builtins__": {}}
        made = eval(f"lambda _cls, {listed}: _new(_cls, ({listed}))", scope)
        made.__name__ = "__new__"
        made.__defaults__ = defaults or None
        return made

    class NamedTuple(metaclass=_RecordType):
        """See ``typing.NamedTuple``."""


__all__ = ["NamedTuple"]
