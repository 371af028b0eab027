import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zip } from "../archive/zip.ts";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";

const module = "github.com/parley/parley-go";

/** The client for Go in the layout of a module proxy: `GOPROXY=file://<release>/go` fetches it from the folder. */
export function goModule(context: ReleaseContext): Artefact {
  const version = `v${context.version}`;
  const sources = join(context.root, "libs/sdk-go");
  const files = globSync(["*.go", "go.mod", "README.md"], { cwd: sources }).filter((file) => !file.endsWith("_test.go"));
  const archived = files.map((file) => ({ path: `${module}@${version}/${file}`, content: readFileSync(join(sources, file)) }));
  const license = { path: `${module}@${version}/LICENSE`, content: readFileSync(join(context.root, "LICENSE")) };
  const folder = `go/${module}/@v`;
  put(context, `${folder}/list`, `${version}\n`);
  put(
    context,
    `${folder}/${version}.info`,
    `${JSON.stringify({ Version: version, Time: new Date(context.timeMs).toISOString().replace(".000", "") })}\n`,
  );
  put(context, `${folder}/${version}.mod`, readFileSync(join(sources, "go.mod")));
  put(context, `${folder}/${version}.zip`, zip([...archived, license]));
  return {
    path: `${folder}/${version}.zip`,
    about: "client for Go, as the folder of a module proxy",
    subject: { type: "library", name: module, version, license: "Apache-2.0", purl: `pkg:golang/${module}@${version}` },
    components: [],
  };
}
