import { parseArgs } from "node:util";
import { workspaceRoot } from "../workspace-root.ts";
import { makeRelease } from "./make-release.ts";
import { versionOf, writeVersion } from "./version/version-places.ts";

// Runs in a copy of the sources, started by `npm run release`: writes the version and everything that is built into the copy.
const { values } = parseArgs({
  options: {
    version: { type: "string", default: "" },
    folder: { type: "string", default: "" },
    commit: { type: "string", default: "" },
    time: { type: "string", default: "" },
    "no-images": { type: "boolean", default: false },
  },
});
const { version, folder, commit } = values;
if (versionOf(workspaceRoot) !== version) writeVersion(workspaceRoot, version);
await makeRelease({ root: workspaceRoot, folder, version, commit, timeMs: Number(values.time) }, { withImages: !values["no-images"] });
