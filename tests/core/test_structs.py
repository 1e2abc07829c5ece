"""Records are byte-exact only if leaving out defaults depends on values, never on identity."""

import importlib
import pkgutil

import msgspec

import tapete


def all_structs():
    for module in pkgutil.walk_packages(tapete.__path__, "tapete."):
        importlib.import_module(module.name)
    todo = [msgspec.Struct]
    while todo:
        for child in todo.pop().__subclasses__():
            todo.append(child)
            if child.__module__.startswith("tapete."):
                yield child


def test_no_struct_leaves_out_a_text_default_that_is_compared_by_identity():
    trapped = [
        f"{struct.__qualname__}.{field.name}"
        for struct in all_structs()
        if struct.__struct_config__.omit_defaults
        for field in msgspec.structs.fields(struct)
        if isinstance(field.default, str) and field.default
    ]
    assert trapped == []
