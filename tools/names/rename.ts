import { type Names, nameKinds } from "./names.ts";

/** A text, or a file's path, with each name replaced by its successor. */
export function renamed(text: string, from: Names, to: Names): string {
  return nameKinds
    .filter((kind) => from[kind] !== to[kind])
    .reduce((changed, kind) => changed.replace(placesOf[kind](from[kind].replaceAll(".", "\\.")), () => to[kind]), text);
}

const subcommands =
  "call|completion|doctor|erase|export|import|login|mcp|operations|organizations|tail|threads|users|webhooks|--help|<command>";

// The command is a word with other meanings: it is recognized by its context.
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
  javaPackage: (name) => new RegExp(`(?<![\\w.-])${name}(?![\\w-])`, "g"),
  repository: (name) => new RegExp(`${name}(?![\\w-])`, "g"),
  securityMail: (name) => new RegExp(`(?<![\\w.+-])${name}(?![\\w-]|\\.\\w)`, "g"),
};
