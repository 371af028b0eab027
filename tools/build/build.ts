import { basename } from "node:path";
import { projectFolders } from "../workspace-root.ts";
import { bundle } from "./bundle.ts";
import { buildProtos } from "./protos.ts";
import { buildTypescriptSdk } from "./sdk-typescript.ts";

// `build.ts [app…]`: bundles the apps named, by name or folder, or all of them the package of the TypeScript client and the archive of the protos.
const named = process.argv.slice(2).map((app) => basename(app));
const apps = named.length > 0 ? named : projectFolders("apps").map((folder) => basename(folder));
await Promise.all(apps.map(bundle));
if (named.length === 0) {
  buildTypescriptSdk();
  buildProtos();
}
