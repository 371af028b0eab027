import { join } from "node:path";
import { parseArgs } from "node:util";
import { Cluster } from "./cluster-under-test.ts";
import { command } from "./commands.ts";
import { runScenarios } from "./scenarios.ts";

// `npm run cluster [-- --upgrades=5 --values=<file> --url=http://…]`: upgrades, kills and drains a Parley on the Kubernetes of the current
// context under load, and prints what customers saw. The README says how to make that Kubernetes with kind.
const { values: asked } = parseArgs({
  options: {
    upgrades: { type: "string", default: "5" },
    url: { type: "string", default: "http://127.0.0.1:30080" },
    values: { type: "string", default: join(import.meta.dirname, "values.yaml") },
  },
});
const kubectl = command("kubectl", ["--namespace", "default"]);
const secret = await kubectl("get", "secret", "parley", "--output", "jsonpath={.data.admin-token}");
const cluster = new Cluster({
  kubectl,
  helm: command("helm", ["--namespace", "default"]),
  url: asked.url,
  adminToken: Buffer.from(secret, "base64").toString(),
  values: asked.values,
});
try {
  await cluster.upgrade(0);
  const outcomes = await runScenarios(cluster, Number(asked.upgrades));
  console.table(
    outcomes.map(({ what, sent, failed, unrepeatable, lost, changes, wrongChanges, brokenStreams, p99Ms, seconds, contended, seen }) => ({
      what,
      sent,
      failed,
      "of them writes without an idempotency key": unrepeatable,
      lost,
      changes,
      "of them received wrongly": wrongChanges,
      "streams broken": brokenStreams,
      "p99, ms": p99Ms,
      seconds,
      "processors contended, %": contended,
      seen,
    })),
  );
  if (outcomes.some(({ held }) => !held)) process.exitCode = 1;
} catch (error) {
  console.error(error);
  console.error(await kubectl("get", "pods,events", "--output", "wide").catch(String));
  process.exitCode = 1;
}
