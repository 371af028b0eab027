import type { Field, Struct, Type } from "./types.ts";

const keywords = new Set(["from", "class", "def", "in", "is", "not", "or", "and", "global", "import", "pass", "with"]);

/** The typed dictionaries of the Python client, with the names of the wire. */
export function pythonTypes(structs: readonly Struct[]): string {
  // Named types that refer to each other may come in any order, except those that are evaluated, which come last.
  const [evaluated, lazy] = [structs.filter(isEvaluated), structs.filter((struct) => !isEvaluated(struct))];
  return `from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${[...lazy, ...evaluated].map(struct).join("\n")}`;
}

function isEvaluated({ alias }: Struct): boolean {
  return alias !== undefined;
}

function struct(one: Struct): string {
  const { name, fields, open, alias, description } = one;
  if (alias !== undefined) return `#: ${description}\n${name} = ${quoted(alias)}\n`;
  if (!open) return dictionary(name, description, fields);
  // Further keys are the customer's own; a typed dictionary cannot have them.
  const known = dictionary(`${name}Known`, `${description} These are the known keys.`, fields);
  return `${known}\n#: ${description} Further keys are your own: \`dict(…)\` reads them.\n${name} = Union[${name}Known, Dict[str, Any]]\n`;
}

function dictionary(name: string, description: string, fields: readonly Field[]): string {
  if (fields.some((field) => !/^[A-Za-z_]\w*$/.test(field.name) || keywords.has(field.name))) {
    const entries = fields.map(
      (field) => `        #: ${textOf(field)}\n        ${JSON.stringify(field.name)}: ${JSON.stringify(annotation(field))},`,
    );
    return `#: ${description}\n${name} = TypedDict(\n    "${name}",\n    {\n${entries.join("\n")}\n    },\n)\n`;
  }
  const lines = fields.map((field) => `    #: ${textOf(field)}\n    ${field.name}: ${annotation(field)}`);
  return `\nclass ${name}(TypedDict):\n    """${description}"""\n${lines.length === 0 ? "" : `\n${lines.join("\n")}\n`}\n`;
}

function textOf({ description }: Field): string {
  return description.replaceAll("\n", " ");
}

function annotation({ type, required, nullable }: Field): string {
  const text = typeText(type);
  const value = nullable ? `Optional[${text}]` : text;
  return required ? value : `NotRequired[${value}]`;
}

function quoted(type: Type): string {
  if (type.kind === "struct") return `"${type.name}"`;
  if (type.kind === "union") return `Union[${type.of.map(quoted).join(", ")}]`;
  if (type.kind === "array") return `List[${quoted(type.of)}]`;
  return type.kind === "map" ? `Dict[str, ${quoted(type.of)}]` : typeText(type);
}

const plain = { string: "str", integer: "int", number: "float", boolean: "bool", any: "Any", null: "None" } as const;

/** A type as an annotation. */
export function typeText(type: Type, module = ""): string {
  switch (type.kind) {
    case "literal":
      return `Literal[${type.values.map((value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value))).join(", ")}]`;
    case "array":
      return `Sequence[${typeText(type.of, module)}]`;
    case "map":
      return `Mapping[str, ${typeText(type.of, module)}]`;
    case "struct":
      return module + type.name;
    case "union":
      return `Union[${type.of.map((one) => typeText(one, module)).join(", ")}]`;
    default:
      return plain[type.kind];
  }
}
