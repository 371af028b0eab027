import { dirname, join, normalize } from "node:path/posix";
import type { ReleaseContext } from "../artefact.ts";

/** The URL of the sources, as in the manifests of packages. */
export const repository = "https://github.com/parley/parley";

/** A link to another file: its path and optional anchor. */
export const relativeLink = /\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** The text of a page. Links to files that are not in `beside` are changed to the repository at the version's tag. */
export function linked({ version }: Pick<ReleaseContext, "version">, page: string, text: string, beside: readonly string[] = []): string {
  return text.replaceAll(relativeLink, (link, path: string, anchor = "") => {
    const target = normalize(join(dirname(page), path));
    const isBeside = beside.some((each) => each === target || each.startsWith(`${target}/`));
    return isBeside ? link : `](${repository}/blob/v${version}/${target}${anchor})`;
  });
}
