/** What one file imports. */
interface Import {
  /** Path of the importing file below the root, with slashes. */
  readonly file: string;
  /** The specifier as written. */
  readonly specifier: string;
  /** Path below the root of what a relative specifier points at. */
  readonly target?: string;
}

/** The libs, each with those that it may use; a lib never uses an app. */
const libs: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  contracts: [],
  rpc: ["kernel", "contracts"],
  runtime: ["kernel", "contracts", "rpc"],
  "embedded-postgres": [],
  database: ["kernel", "runtime"],
  messaging: ["kernel", "contracts", "runtime", "database"],
  erasure: ["kernel", "contracts", "runtime", "database", "messaging"],
  egress: ["runtime"],
  // Clients stand alone: what their users install is all that they need.
  sdk: [],
  mcp: ["sdk"],
  testing: ["kernel", "contracts", "rpc", "runtime", "embedded-postgres", "database", "messaging", "erasure"],
};

/** The sentence that says why an import is forbidden, or undefined when it is fine. */
export function boundaryProblem({ file, specifier, target }: Import): string | undefined {
  const from = projectOf(file);
  if (target !== undefined) {
    return projectOf(target) === from ? undefined : `reaches into ${projectOf(target)} by a relative path; import its package instead`;
  }
  const [, to, door] = /^@parley\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (to === undefined || from.startsWith("tools")) return undefined;
  if (`libs/${to}` === from || `apps/${to}` === from) return "imports its own package; use a relative path";
  return to in libs ? libProblem(from, to, file) : appProblem(from, to, door);
}

function libProblem(from: string, to: string, file: string): string | undefined {
  if (from.startsWith("apps/")) {
    const testOnly = to === "testing" && !file.includes("/test/");
    return testOnly ? "uses the testing lib outside of its tests" : undefined;
  }
  const allowed = libs[from.slice("libs/".length)] ?? [];
  if (allowed.includes(to)) return undefined;
  // A lib's tests may use the testing lib, which stands above them all.
  if (to === "testing" && file.includes("/test/")) return undefined;
  return `uses ${to}, which is not below it (allowed: ${allowed.join(", ") || "none"})`;
}

function appProblem(from: string, to: string, door: string | undefined): string | undefined {
  if (from !== "apps/all-in-one") return `imports the app ${to}; apps talk over RPC, only all-in-one imports them`;
  return door === "module" || (to === "gateway" && door === "operations")
    ? undefined
    : `imports ${door ?? "the root"} of the app ${to}; its only door is ./module`;
}

function projectOf(path: string): string {
  const [kind, name] = path.split("/");
  return kind === "tools" ? "tools" : `${kind}/${name}`;
}

const services = ["activity", "notifications", "organization-directory", "rewriter", "users", "workspace"];
const composition = ["main.ts", "module.ts", "context.ts", "schema.ts", "service.ts", "messages.ts"];
const layers = ["handlers", "store", "wire", "util", "utils", "helpers", "common", "shared"];

/** The sentence that says why a source file lies in the wrong room, or undefined: a service is its composition and a folder per noun. */
export function layoutProblem(file: string): string | undefined {
  const [kind, project, source, room, ...rest] = file.split("/");
  if (kind !== "apps" || source !== "src" || room === undefined || !services.includes(project ?? "")) return undefined;
  if (rest.length === 0) {
    return composition.includes(room) ? undefined : `lies in src itself, which holds ${composition.join(", ")} and a folder per noun`;
  }
  const layer = [room, ...rest.slice(0, -1)].find((folder) => layers.includes(folder));
  return layer === undefined ? undefined : `lies in ${layer}, a layer; rooms are nouns`;
}

// Their folders share a vocabulary that has no folder of its own; files are held to one direction everywhere.
const tangled = ["activity", "console", "gateway", "notifications", "rewriter", "workspace"];

/** Whether the folders of a file's project need one another in one direction only: those of every lib and of most apps. */
export function isLayered(file: string): boolean {
  const [kind, project] = file.split("/");
  return kind === "libs" || (kind === "apps" && !tangled.includes(project ?? ""));
}
