import { type Node, parseSync, Visitor } from "oxc-parser";

export interface DeclaredPattern {
  /** File and line. */
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Every regular expression of a source text, from its syntax tree: literals, and `RegExp` of constant text. Fails for one that is assembled
 * at run time, whose cost cannot be checked.
 */
export function declaredPatterns(file: string, text: string): DeclaredPattern[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: DeclaredPattern[] = [];
  const where = ({ start }: { start: number }) => `${file}:${text.slice(0, start).split("\n").length}`;
  const fromCall = (call: { start: number; callee: Node; arguments: readonly Node[] }) => {
    if (call.callee.type !== "Identifier" || call.callee.name !== "RegExp") return;
    const [source, flags] = call.arguments.map(constantText);
    if (source === undefined) throw new Error(`${where(call)}: the pattern is assembled at run time; write it as a literal.`);
    found.push({ where: where(call), source, flags: flags ?? "" });
  };
  new Visitor({
    Literal(literal) {
      if ("regex" in literal) found.push({ where: where(literal), source: literal.regex.pattern, flags: literal.regex.flags });
    },
    NewExpression: fromCall,
    CallExpression: fromCall,
  }).visit(program);
  return found;
}

function constantText(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "TemplateLiteral" && node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
}
