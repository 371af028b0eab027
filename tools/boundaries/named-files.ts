import { posix } from "node:path";

const fence = /^```[\s\S]*?^```/gm;
const diagram = /^```mermaid\n([\s\S]*?)^```/gm;
const codeSpan = /`([^`\n]+)`/g;
const link = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;
const rooted = /^(?:apps|libs|tools|proto|deploy)\/[\w./-]+$/;
const sourceFile = /^[\w./-]+\.(?:tsx?|md|proto)$/;
const built = /\/dist(?:\/|$)/;

/**
 * The files and folders that a page names and that do not exist. A page names a file by the target of a relative link; by a code span with
 * a path from the root, which begins with `apps/`, `libs/`, `tools/`, `proto/` or `deploy/`; or by a code span with the extension of a
 * source, page or proto, which may contain only the end of a path (`find-users.ts`, `members/find-users.ts`). In a mermaid diagram, words
 * with such an extension count as well. Other fenced blocks, patterns (`<name>`, `*`) and built files are ignored. `files` are the paths of
 * all files.
 */
export function absentFiles(page: string, markdown: string, files: ReadonlySet<string>): string[] {
  const prose = markdown.replaceAll(fence, "");
  const named = [...markdown.matchAll(diagram)].flatMap(([, text = ""]) => text.match(/[\w./-]+\.(?:tsx?|md|proto)\b/g) ?? []);
  const spans = [...named, ...[...prose.matchAll(codeSpan)].map(([, span = ""]) => span)];
  const links = [...prose.replaceAll(codeSpan, "").matchAll(link)].map(([, target, attribute]) => target ?? attribute ?? "");
  return [
    ...spans.filter((span) => isAbsentSpan(span, files)),
    ...links.filter((target) => isRelative(target) && !exists(posix.join(posix.dirname(page), bare(target)), files)),
  ];
}

function isAbsentSpan(span: string, files: ReadonlySet<string>): boolean {
  if (built.test(span)) return false;
  if (rooted.test(span)) return !exists(span, files);
  return sourceFile.test(span) && !files.has(span) && ![...files].some((file) => file.endsWith(`/${span}`));
}

function exists(path: string, files: ReadonlySet<string>): boolean {
  const folder = `${path.replace(/\/$/, "")}/`;
  return files.has(path) || path === "." || path === "./" || [...files].some((file) => file.startsWith(folder));
}

function isRelative(target: string): boolean {
  return !/^(?:[a-z]+:|#|\/)/.test(target);
}

function bare(target: string): string {
  return target.replace(/#.*$/, "");
}
