import type { Project } from "./rules.ts";

/** One project that uses another, as its manifest declares it. */
interface Dependency {
  readonly from: Project;
  readonly to: Project;
}

/** The dependencies between the projects of this workspace. Fails when nx cannot read it. */
export async function readDependencies(): Promise<Dependency[]> {
  // Within this process and this repository: no daemon, no workers, no copy of the native part elsewhere.
  Object.assign(process.env, { NX_DAEMON: "false", NX_ISOLATE_PLUGINS: "false", NX_SKIP_NATIVE_FILE_CACHE: "true" });
  const { createProjectGraphAsync } = await import("nx/src/devkit-exports.js");
  const { nodes, dependencies } = await createProjectGraphAsync({ exitOnError: false });
  const projects = new Map(Object.entries(nodes).map(([name, { data }]) => [name, { root: data.root, tags: data.tags ?? [] }]));
  return [...projects].flatMap(([name, from]) =>
    (dependencies[name] ?? []).flatMap(({ target }) => {
      const to = projects.get(target);
      return to === undefined ? [] : [{ from, to }];
    }),
  );
}
