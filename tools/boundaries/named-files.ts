import { posix } from "node:path";

const fence = /^```[\s\S]*?^```/gm;
const diagram = /^```mermaid\n([\s\S]*?)^```/gm;
const codeSpan = /`([^`\n]+)`/g;
const link = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;
const rooted = /^(?:apps|libs|tools|proto|deploy)\/[\w./-]+$/;
const sourceFile = /^[\w./-]+\.(?:tsx?|md|proto)$/;
const built = /\/dist(?:\/|$)/;

/**
 * The files and folders that a page names and that do not exist. Three things name one: the target of a relative link; a code span that begins with
 * `apps/`, `libs/`, `tools/`, `proto/` or `deploy/`, a path from the root; and a code span that ends as sources, pages and protos do, of which the end
 * of the path is enough (`find-users.ts`, `members/find-users.ts`), also in a
 * mermaid diagram. Other fenced blocks, patterns (`<name>`, `*`) and what a build makes are left out.
 * `files` are the paths of all files.
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
