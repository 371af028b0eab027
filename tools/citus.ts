import { once } from "node:events";
import { parseArgs } from "node:util";
import { startCitus } from "@parley/testing/citus";

// `npm run citus`: runs a Citus cluster on this machine until it is interrupted. Its data is then removed.

const help = `Starts a coordinator and workers of Citus on free ports of this machine and prints the URL of an empty database. Its data is removed with them.

  npm run citus

  --workers <n>   how many servers hold rows (2)
  --help          this text

PARLEY_DATABASE_URL=<the URL> npm run start:services uses it; \`main.js distribute\` of notifications spreads its rows.`;

const { values } = parseArgs({ options: { workers: { type: "string", default: "2" }, help: { type: "boolean", default: false } } });
if (values.help) {
  console.log(help);
  process.exit(0);
}

const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
await using cluster = await startCitus({ workers: Number(values.workers), durable: true });
console.log(await cluster.createDatabase("parley"));
await interrupted;
