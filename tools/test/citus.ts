import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

// `npm run test:citus [-- <filter>…]`: runs tests on a coordinator and two workers of Citus, with the tables of each service spread if the
// service can spread them. Tests of the plans and tables of a single server are left out.
const suites = ["apps/activity/test", "apps/notifications/test", "libs/messaging/test", "libs/database/test"];
const ofOneServer = ["**/plans.test.ts", "**/schema.test.ts", "**/tls.test.ts", "**/kafka-*.test.ts"];
const words = process.argv.slice(2);

const child = spawn(
  process.execPath,
  [
    join(workspaceRoot, "tools/test/run.ts"),
    ...(words.length === 0 ? suites : words),
    ...ofOneServer.flatMap((files) => ["--exclude", files]),
  ],
  { stdio: "inherit", env: { ...process.env, PARLEY_TEST_POSTGRES_VERSION: "citus", PARLEY_TEST_CITUS: "required" } },
);
const [code] = (await once(child, "close")) as [number | null];
process.exitCode = code ?? 1;
