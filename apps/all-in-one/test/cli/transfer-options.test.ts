import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";
import { Shell } from "./command.ts";

test("an import killed behind the options that it set sets them again when it continues", async () => {
  await using parley = await startParley("all-in-one");
  await using shell = await Shell.open({ PARLEY_BASE_URL: parley.url });
  const source = await createWorkspace(parley.url, parley.adminToken);
  const target = await createWorkspace(parley.url, parley.adminToken);
  const as = ({ apiKey, authToken }: Workspace, ...words: readonly string[]) =>
    shell.run(...words, "--api-key", apiKey, "--auth-token", authToken);
  const file = join(shell.folder, "options.ndjson");
  await as(source, "export", file);
  const lines = (await readFile(file, "utf8")).split("\n");
  const before = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('{"type":"options"')),
  );
  const { exportId } = JSON.parse(lines[0] ?? "");
  const bookmark = {
    exportId,
    importId: "killed",
    apiKey: target.apiKey,
    bytes: Buffer.byteLength(`${before.join("\n")}\n`),
    records: before.length - 1,
    failed: [],
    silenced: true,
  };
  const continued = async () => {
    await writeFile(`${file}.import-${target.apiKey}`, JSON.stringify(bookmark));
    return as(target, "import", file, "--settings");
  };

  // Twice from the same place: as if the first run were killed before it could write where it is.
  const runs = [await continued(), await continued()];

  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs[1]?.err).toContain("Continuing after");
  expect(await target.customer.data("/v2/workspace/apikeyconfig/get", {})).toMatchObject({ notifyOfComments: true });
}, 60_000);
