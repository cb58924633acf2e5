"""Reads and checks firmware/pitboard/protocol/schema.toml, and adds up how long an answer can get."""

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

REPO = Path(__file__).resolve().parents[2]
SCHEMA_PATH = REPO / "firmware" / "pitboard" / "protocol" / "schema.toml"
SCALARS = ("int", "bool", "name", "words", "text")
_FIELD_KEYS = {
    "name", "type", "about", "min", "max", "list", "fixed", "null", "optional", "only", "default",
}  # fmt: skip


class SchemaError(Exception):
    """schema.toml cannot be used; the text says where and why."""


@dataclass(frozen=True)
class Field:
    """One parameter, one value of an answer, or one value of an object."""

    name: str
    type: str
    about: str
    min: int = 0
    max: int | None = None
    list: int | None = None
    fixed: bool = False
    null: bool = False
    optional: bool = False
    only: tuple[str, ...] = ()
    default: int | bool | str | None = None


@dataclass(frozen=True)
class Enum:
    name: str
    about: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Object:
    name: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Method:
    name: str
    about: str
    params: tuple[Field, ...]
    result: tuple[Field, ...]

    @property
    def result_name(self) -> str:
        """Name of the answer's type on the host."""
        return self.name.title().replace("_", "")


@dataclass(frozen=True)
class ErrorCode:
    name: str
    code: int
    about: str


@dataclass(frozen=True)
class Schema:
    version: int
    max_line: int
    max_id_text: int
    max_id_number: int
    errors: tuple[ErrorCode, ...]
    enums: tuple[Enum, ...]
    objects: tuple[Object, ...]
    methods: tuple[Method, ...]
    hash: str

    def enum(self, name: str) -> Enum | None:
        return next((enum for enum in self.enums if enum.name == name), None)

    def object(self, name: str) -> Object | None:
        return next((item for item in self.objects if item.name == name), None)

    def worst_answer(self, method: Method) -> int:
        """Bytes of the longest answer that keeps to the schema, newline included."""
        envelope = len('{"jsonrpc":"2.0","id":"","result":}\n') + self.max_id_text
        return envelope + self._worst_object(method.result)

    def _worst_object(self, fields: tuple[Field, ...]) -> int:
        """The longest object: each kind of record carries only the fields meant for it."""
        kinds = {kind for field in fields for kind in field.only} or {""}
        longest = 0
        for kind in kinds:
            carried = [field for field in fields if not field.only or kind in field.only]
            size = 2 + sum(len(field.name) + 3 + self._worst(field) for field in carried)
            longest = max(longest, size + max(0, len(carried) - 1))
        return longest

    def _worst(self, field: Field) -> int:
        size = max(self._worst_one(field), 4 if field.null else 0)
        if field.list is None:
            return size
        return 2 + field.list * size + field.list - 1

    def _worst_one(self, field: Field) -> int:
        enum = self.enum(field.type)
        if enum is not None:
            return 2 + max(len(value) for value in enum.values)
        item = self.object(field.type)
        if item is not None:
            return self._worst_object(item.fields)
        if field.type == "bool":
            return 5
        if field.max is None:
            raise SchemaError(f"{field.name}: {field.type} needs a max")
        if field.type == "int":
            return max(len(str(field.min)), len(str(field.max)))
        # JSON doubles quotation marks and backslashes of a text; names and words have none.
        return 2 + field.max * (2 if field.type == "text" else 1)


def load_schema(path: Path = SCHEMA_PATH) -> Schema:
    """Read and check the schema."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SchemaError(f"{path.name}: {error}") from None
    errors = tuple(
        ErrorCode(item["name"], item["code"], item["about"]) for item in data.get("error", [])
    )
    enums = tuple(
        Enum(item["name"], item["about"], tuple(item["values"])) for item in data.get("enum", [])
    )
    objects = tuple(
        Object(item["name"], item["about"], _fields(item["name"], item["fields"]))
        for item in data.get("object", [])
    )
    methods = tuple(
        Method(
            item["name"],
            item["about"],
            _fields(item["name"], item["params"]),
            _fields(item["name"], item["result"]),
        )
        for item in data.get("method", [])
    )
    schema = Schema(
        data["version"],
        data["max_line"],
        data["max_id_text"],
        data["max_id_number"],
        errors,
        enums,
        objects,
        methods,
        _hash(data),
    )
    _check(schema)
    return schema


def _fields(owner: str, items: list[dict[str, Any]]) -> tuple[Field, ...]:
    fields: list[Field] = []
    for item in items:
        unknown = set(item) - _FIELD_KEYS
        if unknown:
            raise SchemaError(f"{owner}: unknown mark {', '.join(sorted(unknown))}")
        marks: dict[str, Any] = {**item, "only": tuple(item.get("only", ()))}
        fields.append(Field(**marks))
    return tuple(fields)


def _hash(data: dict[str, Any]) -> str:
    """Over what crosses the wire: the words of the descriptions may change, the hash may not."""
    canonical = json.dumps(_without_about(data), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def _without_about(value: object) -> object:
    if isinstance(value, dict):
        items = cast(dict[str, object], value).items()
        return {key: _without_about(item) for key, item in items if key != "about"}
    if isinstance(value, list):
        return [_without_about(item) for item in cast(list[object], value)]
    return value


def _check(schema: Schema) -> None:
    names = [item.name for item in (*schema.enums, *schema.objects)]
    names += [method.result_name for method in schema.methods]
    _refuse_double("type", names)
    _refuse_double("method", [method.name for method in schema.methods])
    _refuse_double("error code", [str(error.code) for error in schema.errors])
    known = {*SCALARS, *(item.name for item in (*schema.enums, *schema.objects))}
    groups = [(item.name, item.fields) for item in schema.objects]
    groups += [(method.name, (*method.params, *method.result)) for method in schema.methods]
    for owner, fields in groups:
        for field in fields:
            if field.type not in known:
                raise SchemaError(f"{owner}.{field.name}: no such type {field.type}")
            if field.type in ("int", "name", "words", "text") and field.max is None:
                raise SchemaError(f"{owner}.{field.name}: {field.type} needs a max")
    for method in schema.methods:
        for field in method.params:
            if field.type not in SCALARS or field.list or field.null or field.optional:
                raise SchemaError(f"{method.name}.{field.name}: parameters are plain values")
        worst = schema.worst_answer(method)
        if worst > schema.max_line:
            raise SchemaError(
                f"{method.name}: the longest answer has {worst} bytes, a line {schema.max_line}"
            )


def _refuse_double(what: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise SchemaError(f"{what} {name} is declared twice")
