import { once } from "node:events";
import { open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { ChangesServer } from "./changes-server.ts";
import { Shell } from "./command.ts";

const slow = { timeout: 120_000 };
const count = 20_000;
const pageSize = 50;

test("a run that is killed repeatedly continues from its cursor file, and the lines of all runs contain every change", slow, async () => {
  await using server = await ChangesServer.start(count, pageSize);
  await using shell = await shellAt(server.url);
  const lines = join(shell.folder, "changes.ndjson");
  const words = ["changes", "--follow", "--cursor-file", "cursor"];

  const kills = 3;
  for (let kill = 0; kill < kills; kill++) {
    const before = await sizeOf(lines);
    await using file = await open(lines, "a");
    const child = shell.startInto(file.fd, ...words);
    await until(async () => (await sizeOf(lines)) > before + 100_000);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(Number(await readFile(join(shell.folder, "cursor"), "utf8"))).toBeLessThan(count);
  }
  await using file = await open(lines, "a");
  const [code] = await once(shell.startInto(file.fd, ...words.filter((word) => word !== "--follow")), "exit");

  const told = await wholeLines(lines);
  expect(code).toBe(0);
  expect(new Set(told)).toEqual(new Set(Array.from({ length: count }, (_, index) => `chg_${index}`)));
  expect(told.length).toBeLessThanOrEqual(count + kills * pageSize);
  expect(await readFile(join(shell.folder, "cursor"), "utf8")).toBe(`${count}\n`);
  expect(server.asked.filter(({ cursor }) => cursor === "start")).toHaveLength(1);
});

test("a line truncated by a kill affects no other line", slow, async () => {
  await using server = await ChangesServer.start(3, 10);
  await using shell = await shellAt(server.url);
  const lines = join(shell.folder, "changes.ndjson");
  await writeFile(lines, '{"changeId":"chg_0"}\n{"chang');
  await writeFile(join(shell.folder, "cursor"), "1\n");

  await using file = await open(lines, "a");
  await once(shell.startInto(file.fd, "changes", "--cursor-file", "cursor"), "exit");

  expect(await wholeLines(lines)).toEqual(["chg_0", "chg_1", "chg_2"]);
});

test("without --follow a run reads to the end and stops, from the start or a given cursor, with its filters", slow, async () => {
  await using server = await ChangesServer.start(4, 2);
  await using shell = await shellAt(server.url);
  const filters = ["-o", "acme", "-d", "plan", "--action-type", "comment.add", "comment.delete", "--include", "thread"];

  const whole = await shell.run("changes", ...filters);
  const rest = await shell.run("changes", "--cursor", "3");

  expect(idsOf(whole.out)).toEqual(["chg_0", "chg_1", "chg_2", "chg_3"]);
  expect(idsOf(rest.out)).toEqual(["chg_3"]);
  expect(server.asked[0]).toEqual({
    organizationId: "acme",
    documentId: "plan",
    actionTypes: ["comment.add", "comment.delete"],
    include: ["thread"],
    cursor: "start",
    pageSize: 1_000,
  });
  expect(server.asked.map(({ cursor }) => cursor)).toEqual(["start", "2", "3"]);
});

test("a following run ends successfully on request, with its cursor stored and no other file", slow, async () => {
  await using server = await ChangesServer.start(2, 10);
  await using shell = await shellAt(server.url);
  const child = shell.start("changes", "--follow", "--cursor-file", "cursor");
  await until(async () => (await sizeOf(join(shell.folder, "cursor"))) > 0);

  child.kill("SIGTERM");
  const [code] = await once(child, "exit");

  expect([code, await readFile(join(shell.folder, "cursor"), "utf8")]).toEqual([0, "2\n"]);
  expect((await readdir(shell.folder)).filter((name) => name.startsWith("cursor"))).toEqual(["cursor"]);
});

function shellAt(url: string): Promise<Shell> {
  return Shell.open({ PARLEY_BASE_URL: url, PARLEY_API_KEY: "pk_test_1", PARLEY_AUTH_TOKEN: "sk_1" });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

function idsOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as { readonly changeId: string }).changeId);
}

// A line truncated by a kill does not count.
async function wholeLines(path: string): Promise<string[]> {
  const lines = (await readFile(path, "utf8")).split("\n");
  return lines.filter((line) => line.endsWith("}")).flatMap(idsOf);
}
