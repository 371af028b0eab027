import { defaultMark, type Kind, kinds, maybe, required, type Surface } from "./surface.ts";

/** One difference between the surfaces of two releases. */
export interface Change {
  /** Whether callers or operators who rely on the old state have to change something. */
  readonly breaks: boolean;
  readonly kind: Kind;
  /** For example `settings: gateway: PARLEY_X is removed`. */
  readonly text: string;
  /** The words that a changelog has to name: the variable, the path, or the field with its value. */
  readonly names: readonly string[];
}

/**
 * The differences between the surface of a release and the current one. A removal breaks, and so does a new requirement for callers; other
 * additions do not.
 */
export function compared(before: Surface, now: Surface): Change[] {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const [former, current] = [before[kind] ?? {}, now[kind] ?? {}];
    const names = [...new Set([...Object.keys(former), ...Object.keys(current)])].toSorted();
    return names.flatMap((name) => changesOf(kind, name, former[name], current[name]));
  });
}

/** The part of a version that has to rise for these changes. */
export function partToRaise(changes: readonly Change[]): "major" | "minor" | "patch" {
  if (changes.some(({ breaks }) => breaks)) return "major";
  return changes.length > 0 ? "minor" : "patch";
}

type Members = Readonly<Record<string, string>>;

function changesOf(kind: Kind, name: string, before: Members | undefined, now: Members | undefined): Change[] {
  const said = (breaks: boolean, what: string, member?: string): Change => ({
    breaks,
    kind,
    text: `${kind}: ${name}${member === undefined ? "" : `: ${member.trim()}`}${what}`,
    names: member === undefined ? [name.replace(/^(?:resource|form|[A-Z]+) /, "")] : namesIn(kind, member),
  });
  if (before === undefined) return [said(false, " is new")];
  if (now === undefined) return [said(true, " is removed")];
  const members = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return members.flatMap((member) => {
    const [former, current] = [before[member], now[member]];
    if (former === current) return [];
    if (former === undefined) return [said(breaksNewly(kind, member, current ?? "") && !boundsNew(member, before), " is new", member)];
    if (current === undefined) return [said(breaksByGoing(kind, member), " is removed", member)];
    return [said(breaksByChange(kind, member, former, current), ` was "${former}" and is "${current}"`, member)];
  });
}

// A member is a path (`comments[].commentText maxLength`), a value of a closed set (`status.id = "OPEN"`), a method with an argument
// (`create(document)`) or a word.
function namesIn(kind: Kind, member: string): string[] {
  const [path = "", value] = member.replace(bound, "").split(" = ");
  const words = kind === "chart values" ? [path] : [path.slice(path.lastIndexOf(".") + 1)];
  return [...words, ...(value === undefined ? [] : [value])].flatMap((word) => word.match(/[\w/.-]+/g) ?? []);
}

// A new bound of a request rejects values that were accepted before.
const bound = / (?:(max|min)(?:imum|Length|Items)|pattern)$/;

function breaksNewly(kind: Kind, member: string, value: string): boolean {
  return kinds[kind] === "sent" && (value.startsWith(required) || bound.test(member));
}

// Of a field that is new itself, for whose values or elements nothing was accepted before.
function boundsNew(member: string, before: Members): boolean {
  const field = member.replace(bound, "").replace(/(?:\[\]|\{\})+$/, "");
  return bound.test(member) && field !== "" && before[field] === undefined;
}

function breaksByGoing(kind: Kind, member: string): boolean {
  return !(member.endsWith(defaultMark) || (kinds[kind] === "sent" && bound.test(member)));
}

function breaksByChange(kind: Kind, member: string, former: string, current: string): boolean {
  if (member.endsWith(defaultMark)) return false;
  const [, end] = bound.exec(member) ?? [];
  if (end !== undefined) return end === "max" ? Number(current) < Number(former) : Number(current) > Number(former);
  return kinds[kind] === "sent" ? former !== required + current : former !== current + maybe;
}
