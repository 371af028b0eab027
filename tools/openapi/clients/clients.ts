import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startInstallation } from "../../installation/installation.ts";
import { keepTried } from "../../tried/rows.ts";
import { attempt, type FirstCall, type Outcome } from "./attempt.ts";
import { documents, type Generator, generators } from "./generators.ts";

// `npm run openapi:clients [-- <part of a name>…]`: makes clients of a Parley's documents with generators of others, compiles them, and makes a first
// call to a Parley with the demo. What it sees becomes the rows of `deploy/tried-with.json`, of which `npm run generate` makes the page for
// customers. A generator whose toolchain is missing is named, and keeps its row. Exits with 1 when one fails.
const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "parley-clients-"));

try {
  await using installation = await startInstallation({ shape: "all-in-one" });
  for (const name of documents) writeFileSync(join(folder, name), await (await fetch(`${installation.url}/${name}`)).text());
  const { customer } = await installation.demo();
  const [{ createdAt }] = await customer.ask<[{ createdAt: number }]>("/v2/organizations/get", { organizationIds: ["acme"] });
  const sent: FirstCall = { id: "acme", map: true, last: true, time: createdAt, status: "NOT_FOUND" };
  const environment = {
    PARLEY_BASE_URL: installation.url,
    PARLEY_API_KEY: customer.headers["x-svc-api-key"],
    PARLEY_AUTH_TOKEN: customer.headers["x-svc-auth-token"],
  };
  for (const generator of generators) {
    if (chosen.length > 0 && !chosen.some((part) => isNamed(generator.name, part))) continue;
    const outcome = attempt(generator, folder, environment);
    if (outcome.missing === undefined) report(generator, outcome, sent);
    else console.warn(`\n!!! NOT TRIED: ${generator.name}, because ${outcome.missing}.\n`);
  }
} finally {
  if (process.env.PARLEY_KEEP_CLIENTS === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(`The clients are in ${folder}.`);
}

/** Whether it has this name, or contains it where no other is called so. */
function isNamed(name: string, part: string): boolean {
  return name === part || (generators.every((each) => each.name !== part) && name.includes(part));
}

function report({ name, version, remark }: Generator, { compiles, failed, read }: Outcome, sent: FirstCall): void {
  const right = (key: keyof FirstCall) => (read === undefined ? "–" : read[key] === sent[key] ? "yes" : "no");
  const shows = {
    compiles: compiles ? "yes" : "no",
    success: right("id"),
    error: right("status"),
    map: right("map"),
    null: right("last"),
    time: right("time"),
  };
  const isRight = failed === undefined && !Object.values(shows).includes("no");
  console.log(`${isRight ? "ok  " : "FAIL"} ${name} ${version} ${JSON.stringify(shows)}`);
  if (!isRight) console.error(failed ?? `Sent ${JSON.stringify(sent)}, read ${JSON.stringify(read)}.`);
  if (!isRight) process.exitCode = 1;
  const [part = ""] = name.split(/, (?=openapi-fetch)/);
  keepTried([{ part: "OpenAPI", name, version, command: `npm run openapi:clients -- "${part}"`, differs: remark, shows }]);
}
