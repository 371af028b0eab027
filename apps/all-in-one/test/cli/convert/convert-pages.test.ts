import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fencesOf, repository } from "../../guides/fences.ts";
import { createWorkspace } from "../../support/customer.ts";
import { type Parley, startParley } from "../../support/parley.ts";
import { Shell } from "../command.ts";
import { writeFilesBeside } from "./conversions.ts";
import { threads } from "./described.ts";
import { storedThreads } from "./expected.ts";
import { startSourceServer } from "./source-server.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(async () => {
  await parley?.stop();
});

const pages = "apps/cli/moving-in";
const bin = resolve(repository, "apps/cli/bin/parley.js");
const ofOneFile = threads.filter(({ document }) => document === threads[0]?.document).length;

test.each([
  { page: "README.md", stored: threads.length + 1 },
  { page: "original.md", stored: threads.length },
  { page: "liveblocks.md", stored: threads.length + 1 },
  { page: "cord.md", stored: threads.length },
  { page: "table.md", stored: ofOneFile },
])(
  "the commands of the page $page convert and import the threads of the product",
  async ({ page, stored }) => {
    const source = await startSourceServer();
    await using shell = await Shell.open();
    await writeFilesBeside(shell);
    const { apiKey, authToken, customer } = await createWorkspace(parley.url, parley.adminToken);
    const commands = (await fencesOf(`${pages}/${page}`)).filter(({ language }) => language === "sh").map(({ body }) => body);
    const credentials = { PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: authToken };
    const env = { PATH: process.env.PATH, PARLEY_CONFIG_DIR: join(shell.folder, "config"), FIGMA_TOKEN: "t", KEY: "f", ...credentials };

    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) await promisify(execFile)("sh", ["-ec", here(command, source.url)], { cwd: shell.folder, env });

    expect((await storedThreads(customer)).size).toBe(stored);
    const files = page === "liveblocks.md" ? await readdir(join(shell.folder, "files")) : [];
    expect(files).toHaveLength(page === "liveblocks.md" ? attached : 0);
  },
  180_000,
);

// An attachment is known by its room and its id.
const attached = new Set(
  threads.flatMap(({ document, comments }) =>
    comments.flatMap(({ attachment }) => (attachment === undefined ? [] : [`${document} ${attachment.id}`])),
  ),
).size;

/** The command as a reader runs it, with the test's source and program. */
function here(command: string, url: string): string {
  return command
    .replaceAll("npx --no parley", `"${process.execPath}" "${bin}"`)
    .replaceAll(/https:\/\/api\.(example|liveblocks|cord|figma)\.(com|io)/g, url)
    .replaceAll("sk_…", "their-secret")
    .replaceAll(`${pages}/figma.json`, resolve(repository, pages, "figma.json"));
}
