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
  /** The least version that the next release may have. */
  readonly least: string;
  readonly problems: readonly string[];
}

/** What has changed since the last release, and whether the changelog tells callers and operators what breaks. */
export function surfaceVerdict({ released, now, changelog }: Compared): Verdict {
  const changes = compared(released.surface, now);
  const least = raised(released.version, partToRaise(changes));
  const breaks = changes.filter(({ breaks: does }) => does);
  const told = /^### Breaking\n+- /m.test(changesOf(changelog, "Unreleased") ?? "");
  const problems = told ? [] : breaks.map(({ text }) => `${text}, which breaks who relies on ${released.version}`);
  return { changes, least, problems };
}

/** The sentence that says why a release cannot have this version, or undefined. One that is recorded as released is made again from its own sources. */
export function numberProblem(version: string, last: string, least: string): string | undefined {
  if (version === last || isAtLeast(version, least)) return undefined;
  return `${version} does not say what has changed since ${last}: it has to be at least ${least}.`;
}
