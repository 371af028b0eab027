import { changesOf } from "../notes/changelog.ts";
import { isAtLeast, raised } from "../version/semantic-version.ts";
import { type Change, compared, partToRaise } from "./compare.ts";
import type { Surface } from "./surface.ts";

interface Compared {
  readonly released: { readonly version: string; readonly surface: Surface };
  readonly now: Surface;
  readonly changelog: string;
}

interface Verdict {
  readonly changes: readonly Change[];
  /** The lowest version that the next release may have. */
  readonly least: string;
  readonly problems: readonly string[];
}

/** The changes since the last release, and a problem for each breaking change that the changelog does not name. */
export function surfaceVerdict({ released, now, changelog }: Compared): Verdict {
  const changes = compared(released.surface, now);
  const least = raised(released.version, partToRaise(changes));
  const breaks = changes.filter(({ breaks: does }) => does);
  const told = codeIn(breakingOf(changelog));
  const problems = breaks
    .filter(({ names }) => !names.every((name) => told.some((code) => isNamedIn(name, code))))
    .map(({ text }) => `${text}, which breaks callers of ${released.version}`);
  return { changes, least, problems };
}

export const howToTell = "Say what to do about each under `### Breaking` in deploy/CHANGELOG.md, with its names as code.";

function breakingOf(changelog: string): string {
  const [, section = ""] = (changesOf(changelog, "Unreleased") ?? "").split(/^### Breaking$/m);
  return section.split(/^### /m)[0] ?? "";
}

function codeIn(section: string): string[] {
  return [...section.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

function isNamedIn(name: string, code: string): boolean {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`).test(code);
}

interface Numbered extends Pick<Verdict, "changes" | "least"> {
  /** The version of the last release. */
  readonly last: string;
}

/**
 * The sentence that says why a release cannot have this version; undefined if it can. The last release can be made again only from sources
 * with the same surface.
 */
export function numberProblem(version: string, { last, changes, least }: Numbered): string | undefined {
  if ((version === last && changes.length === 0) || isAtLeast(version, least)) return undefined;
  return `${version} does not say what has changed since ${last}: it has to be at least ${least}.`;
}
