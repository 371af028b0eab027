/** What one file imports. */
interface Import {
  /** Path of the importing file below the root, with slashes. */
  readonly file: string;
  /** The specifier as written. */
  readonly specifier: string;
  /** Path below the root of what a relative specifier points at. */
  readonly target?: string;
}

/** A project as its manifest tags it: `type:app|lib|tool` and `scope:<name>`. */
export interface Project {
  readonly root: string;
  readonly tags: readonly string[];
}

/** The libs by scope, each with the libs that it may use; a lib never uses an app. */
const libs: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  contracts: [],
  audit: [],
  rpc: ["kernel", "contracts"],
  runtime: ["kernel", "contracts", "rpc"],
  "embedded-postgres": [],
  database: ["kernel", "runtime"],
  messaging: ["kernel", "contracts", "runtime", "database"],
  erasure: ["kernel", "contracts", "runtime", "database", "messaging"],
  egress: ["runtime"],
  "document-access": ["kernel", "contracts", "runtime"],
  // Clients stand alone: their users install nothing else.
  sdk: [],
  mcp: ["kernel", "sdk"],
  testing: ["kernel", "contracts", "rpc", "runtime", "embedded-postgres", "database", "messaging", "erasure"],
};

/** Why one project may not use another; undefined when it may. */
export function dependencyProblem(from: Project, to: Project): string | undefined {
  const [type, scope] = [tagOf(from, "type"), tagOf(from, "scope")];
  const [usedType, used] = [tagOf(to, "type"), tagOf(to, "scope")];
  if (type === undefined || scope === undefined) return "has no tags `type:…` and `scope:…` in its package.json";
  if (type === "tool" || usedType === undefined || used === undefined) return undefined;
  if (usedType === "tool") return "uses the tools, which stand above all";
  if (usedType === "app") {
    return scope === "all-in-one" ? undefined : `imports the app ${used}; apps talk over RPC, only all-in-one imports them`;
  }
  // Only tests may use the testing lib, which is checked file by file.
  if (type === "app" || used === "testing") return undefined;
  const allowed = libs[scope] ?? [];
  return allowed.includes(used) ? undefined : `uses ${used}, which is not below it (allowed: ${allowed.join(", ") || "none"})`;
}

function tagOf({ tags }: Project, kind: "type" | "scope"): string | undefined {
  return tags.find((tag) => tag.startsWith(`${kind}:`))?.slice(kind.length + 1);
}

/** Why an import is forbidden; undefined when it is allowed. `dependencyProblem` decides which project may use which. */
export function boundaryProblem({ file, specifier, target }: Import): string | undefined {
  const from = projectOf(file);
  if (target !== undefined) {
    return projectOf(target) === from ? undefined : `reaches into ${projectOf(target)} by a relative path; import its package instead`;
  }
  const [, to, entry] = /^@parley\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (to === undefined || from.startsWith("tools")) return undefined;
  if (`libs/${to}` === from || `apps/${to}` === from) return "imports its own package; use a relative path";
  if (to === "testing" && !file.includes("/test/")) return "uses the testing lib outside of its tests";
  const isEntry = entry === "module" || (to === "gateway" && entry === "operations") || (to === "example" && entry === "server");
  return to in libs || isEntry ? undefined : `imports ${entry ?? "the root"} of the app ${to}; its only entry is ./module`;
}

function projectOf(path: string): string {
  const [kind, name] = path.split("/");
  return kind === "tools" ? "tools" : `${kind}/${name}`;
}

/** The services in `apps`, with a common layout and READMEs of a common form. */
export const services = ["activity", "notifications", "organization-directory", "rewriter", "users", "workspace"];
const composition = ["main.ts", "module.ts", "context.ts", "schema.ts", "service.ts", "messages.ts", "quotas.ts"];
const layers = ["handlers", "administration", "collaboration", "store", "wire", "util", "utils", "helpers", "common", "shared"];

/** Why a source file lies in the wrong room; undefined when it does not. A service has its composition and a folder per noun. */
export function layoutProblem(file: string): string | undefined {
  const [kind, project, source, room, ...rest] = file.split("/");
  if (kind !== "apps" || source !== "src" || room === undefined || !services.includes(project ?? "")) return undefined;
  if (rest.length === 0) {
    return composition.includes(room) ? undefined : `lies in src itself, which holds ${composition.join(", ")} and a folder per noun`;
  }
  const layer = [room, ...rest.slice(0, -1)].find((folder) => layers.includes(folder));
  return layer === undefined ? undefined : `lies in ${layer}, a layer; rooms are nouns`;
}

const chapters = ["RPCs", "Tables", "How it works", "Config"];

/** Why a service's README differs from the others; undefined when it has the same chapters in the same order. */
export function readmeProblem(text: string): string | undefined {
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, chapter = ""]) => chapter);
  return found.join() === chapters.join() ? undefined : `has the chapters ${found.join(", ") || "none"} instead of ${chapters.join(", ")}`;
}

const quotedId =
  /\b(?:notFound|failed|invalid|failedPrecondition|Failure|HttpFailure)\([^`;]*`[^`]*\$\{(?!rootFolderId)((?:\w+\.)*(?:id|\w+Id))\}/;

/** Which id a message to a caller repeats unshortened; undefined when there is none. Callers can send very long ids. */
export function quoteProblem(text: string): string | undefined {
  const [, id] = quotedId.exec(text) ?? [];
  return id === undefined ? undefined : `repeats ${id} unshortened in a message; write shortened(${id})`;
}
