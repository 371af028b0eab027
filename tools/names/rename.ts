import { type Names, nameKinds } from "./names.ts";

/** A text or path in which each name is replaced by its successor. */
export function renamed(text: string, from: Names, to: Names): string {
  const changed = nameKinds
    .filter((kind) => from[kind] !== to[kind])
    .reduce((before, kind) => before.replace(placesOf[kind](from[kind].replaceAll(".", "\\.")), () => to[kind]), text);
  return archives.reduce(
    (before, { nameOf, after }) => before.replace(new RegExp(`(?<![\\w-])${nameOf(from)}(?=${after})`, "g"), () => nameOf(to)),
    changed,
  );
}

// Registries spell a name differently in the file name of an archive.
const archives: readonly { readonly nameOf: (names: Names) => string; readonly after: string }[] = [
  { nameOf: ({ npmScope }) => npmScope.slice(1), after: "-(?:sdk|cli)-(?:<version>|\\d)" },
  { nameOf: ({ pythonDistribution }) => pythonDistribution.replaceAll(/[-.]/g, "_"), after: "-(?:<version>|\\d)" },
];

const subcommands = [
  "audit|call|changes|completion|console|convert|doctor|erase|export|help|import|limits|login|mcp|operations|organizations",
  "tail|threads|usage|users|webhooks|--help|--version|<command>",
].join("|");

// The command is also an ordinary word, so it is recognized by its context.
const placesOf: Readonly<Record<keyof Names, (name: string) => RegExp>> = {
  command: (name) =>
    new RegExp(
      [
        `(?<=npx --no |npx |alias |new Command\\("|_PROGRAM = "|bin/)${name}(?![\\w-])`,
        `(?<="bin": \\{\\s*")${name}(?=": "[./]*bin/)`,
        `(?<![\\w@/.$"-])${name}(?= (?:${subcommands})(?![\\w.]))`,
      ].join("|"),
      "g",
    ),
  npmScope: (name) => new RegExp(`(?<![\\w.-])${name}(?=\\\\?/|")`, "g"),
  pythonDistribution: (name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "g"),
  pythonModule: (name) => new RegExp(`\\b${name}\\b`, "g"),
  goModule: (name) => new RegExp(`\\b${name}(?![\\w-])`, "g"),
  bufModule: (name) => new RegExp(`(?<![\\w.-])${name}(?![\\w-])`, "g"),
  javaPackage: (name) => new RegExp(`(?<![\\w.-])${name}(?![\\w-])`, "g"),
  repository: (name) => new RegExp(`${name}(?![\\w-])`, "g"),
  securityMail: (name) => new RegExp(`(?<![\\w.+-])${name}(?![\\w-]|\\.\\w)`, "g"),
};
