import { basename } from "node:path";
import { projectFolders } from "../workspace-root.ts";
import { bundle } from "./bundle.ts";

// `build.ts [app…]`: bundles the apps named, or all of them.
const named = process.argv.slice(2);
const apps = named.length > 0 ? named : projectFolders("apps").map((folder) => basename(folder));
await Promise.all(apps.map(bundle));
