import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";
import { bundleOptions } from "./bundle.ts";

// Packages for few requests, or for an installation that is configured for them.
const seldom = [
  "@modelcontextprotocol/server",
  "@parley/sdk",
  "yaml",
  "openid-client",
  "openai",
  "@anthropic-ai/sdk",
  "@google/generative-ai",
];

test("a process starts without the packages for rare requests", { timeout: 60_000 }, async () => {
  const { metafile } = await build({ ...bundleOptions("all-in-one"), write: false, sourcemap: false, metafile: true });

  expect(seldom.filter((name) => packagesIn(Object.values(metafile.outputs)).has(name))).toEqual(seldom);
  const atStart = packagesIn(loadedAtStart(metafile));
  expect(seldom.filter((name) => atStart.has(name))).toEqual([]);
});

type Output = Metafile["outputs"][string];

function loadedAtStart({ outputs }: Metafile): Set<Output> {
  const program = Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith("all-in-one/src/main.ts"));
  const loaded = new Set<Output>();
  const load = (output: Output | undefined) => {
    if (output === undefined || loaded.has(output)) return;
    loaded.add(output);
    for (const { path, kind } of output.imports) if (kind === "import-statement") load(outputs[path]);
  };
  load(program);
  return loaded;
}

function packagesIn(outputs: Iterable<Output>): Set<string> {
  const names = new Set<string>();
  for (const { inputs } of outputs) {
    for (const path of Object.keys(inputs)) {
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path) ?? [];
      if (name !== undefined) names.add(name);
      else if (path.includes("libs/sdk-typescript/")) names.add("@parley/sdk");
    }
  }
  return names;
}
