import type { Project } from "./rules.ts";

/** A project's use of another one, as its manifest declares it. */
interface Dependency {
  readonly from: Project;
  readonly to: Project;
}

/** Reads the dependencies between the workspace's projects. Fails when nx cannot read them. */
export async function readDependencies(): Promise<Dependency[]> {
  // nx runs in this process and writes only into this repository: without a daemon, workers, or a copy of its native part elsewhere.
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
