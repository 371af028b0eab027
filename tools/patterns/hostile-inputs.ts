import { type AST, RegExpParser } from "@eslint-community/regexpp";

const runs = ["\n", " ", "\t", "a", "A", "0", "(", ")", "-", "_", ".", "/", ":", "=", '"', "'", "\\", "<", ",", "%", "é", "😀"];
const endings = ["", "x", "\n", "!", "\u0000"];

/**
 * Texts of about `length` characters on which a backtracking pattern would be slow: each begins with the shortest text that leads to one of
 * the pattern's repetitions, continues with a run of one character, and ends with or without a match.
 */
export function* hostileInputs(source: string, flags: string, length: number): Generator<string> {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode);
  const leads = new Set(["", ...pattern.alternatives.flatMap((alternative) => leadsOf(alternative, "", flags))]);
  const pumps = new Set([...runs, ...repeatedIn(pattern, flags)]);
  for (const lead of leads) {
    for (const pump of pumps) {
      const run = lead + pump.repeat(Math.ceil(length / pump.length));
      for (const ending of endings) yield run + ending;
    }
  }
}

// The texts before each repetition, outer ones first.
function leadsOf({ elements }: AST.Alternative, before: string, flags: string): string[] {
  const leads: string[] = [];
  let lead = before;
  for (const element of elements) {
    if (element.type === "Quantifier") leads.push(lead);
    const inner = element.type === "Quantifier" ? element.element : element;
    if (inner.type === "Group" || inner.type === "CapturingGroup") {
      for (const alternative of inner.alternatives) leads.push(...leadsOf(alternative, lead, flags));
    }
    lead += shortest(element, flags);
  }
  return leads;
}

// One iteration of a repetition.
function repeatedIn({ alternatives }: { alternatives: readonly AST.Alternative[] }, flags: string): string[] {
  return alternatives
    .flatMap(({ elements }) => elements)
    .flatMap((element) => {
      const inner = element.type === "Quantifier" ? element.element : element;
      const nested = inner.type === "Group" || inner.type === "CapturingGroup" ? repeatedIn(inner, flags) : [];
      return element.type === "Quantifier" ? [shortest(inner, flags), ...nested] : nested;
    })
    .filter((text) => text !== "");
}

// A shortest text that the element matches; empty for lookarounds.
function shortest(element: AST.Element, flags: string): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return runs.find((character) => new RegExp(`^(?:${element.raw})$`, flags).test(character)) ?? "b";
    case "Quantifier":
      return shortest(element.element, flags).repeat(element.min);
    case "Group":
    case "CapturingGroup":
      return (element.alternatives[0]?.elements ?? []).map((part) => shortest(part, flags)).join("");
    default:
      return "";
  }
}
