import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { startInstallation } from "../installation/installation.ts";
import { keepTried } from "../tried/rows.ts";
import { type AgentClient, clients } from "./clients.ts";

// `npm run agents:clients [-- <part of a name>…]`: tries agents' clients of others at an installation, each with credentials and without. What
// they show becomes the rows of `deploy/tried-with.json`, of which `npm run generate` makes the page. A client whose toolchain is missing is
// named, and keeps its row. Exits with 1 when one does not list all tools or cannot call one.
const chosen = process.argv.slice(2);
const longestWords = 150;
const run = promisify(execFile);

await using installation = await startInstallation({ shape: "all-in-one" });
const { customer } = await installation.workspace();
const { "content-type": _, ...credentials } = customer.headers;

for (const client of clients) {
  if (chosen.length > 0 && !chosen.some((part) => client.name.includes(part))) continue;
  if (spawnSync("which", [client.needs]).status !== 0) {
    console.warn(`\n!!! NOT TRIED: ${client.name}, because there is no ${client.needs} on the PATH.\n`);
    continue;
  }
  await tryClient(client);
}

async function tryClient({ name, version, remark: differs, ...client }: AgentClient): Promise<void> {
  try {
    const folder = await prepared(`${name}-${version}`, client);
    const ask = (headers: object) => execute(client.runs, folder, { URL: `${installation.url}/mcp`, HEADERS: JSON.stringify(headers) });
    const { protocol, tools, text } = JSON.parse((await ask(credentials)).trim().split("\n").at(-1) ?? "");
    const refusal = `\`${(await ask({}).then(() => "nothing", reasonOf)).replaceAll("`", "'")}\``;
    const isRight = tools === 7 && String(text).includes("users.list");
    const shows = { revision: protocol ?? "not told", tools: isRight ? "all" : "not all", refusal };
    console.log(`${isRight ? "ok  " : "FAIL"} ${name} ${version} ${JSON.stringify(shows)}`);
    if (!isRight) process.exitCode = 1;
    keepTried([{ part: "MCP", name, version, command: `npm run agents:clients -- "${name}"`, differs, shows }]);
  } catch (error) {
    console.error(`FAIL ${name} ${version}`, error);
    process.exitCode = 1;
  }
}

/** The folder of a client that is fetched and built, unless it was before by the same files and commands. */
async function prepared(
  name: string,
  { program: [source, place], files = {}, prepares }: Pick<AgentClient, "program" | "files" | "prepares">,
) {
  const folder = join(homedir(), ".cache/parley/agents", name.replaceAll(/[^\w@.+-]+/g, "-"));
  const program = join(import.meta.dirname, "programs", source);
  const [done, made] = [join(folder, "prepared.txt"), [prepares, ...Object.values(files), readFileSync(program, "utf8")].join("\n")];
  if (existsSync(done) && readFileSync(done, "utf8") === made) return folder;
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  copyFileSync(program, join(folder, place));
  await execute(prepares, folder);
  writeFileSync(done, made);
  return folder;
}

async function execute(command: string, cwd: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await run("sh", ["-c", command], { cwd, env: { ...process.env, ...more }, timeout: 1_800_000 })).stdout;
}

/** The refusal's message if an error output has it, or the line that comes nearest to it. */
function reasonOf(error: unknown): string {
  const lines = String((error as { stderr?: string }).stderr ?? error)
    .split("\n")
    .map((line) => line.replace(/^([\d/]+ [\d:]+ |[ |+-]+)/, "").trim())
    .filter((line) => !line.startsWith("For more information"));
  const message = lines.map((line) => /The credentials are missing[^"]*/.exec(line)?.[0]).find((found) => found !== undefined);
  const near = lines.findLast((line) => /401|unauthori[sz]ed|authorization|auth_required/i.test(line));
  const line = message ?? near ?? lines.findLast((each) => each !== "") ?? "";
  return line
    .replaceAll(/127\.0\.0\.1:\d+/g, "localhost")
    .replaceAll("|", "/")
    .slice(0, longestWords);
}
