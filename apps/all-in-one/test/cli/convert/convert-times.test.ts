import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Ended, Shell } from "../command.ts";

const mapping = { documentId: "doc", annotationId: ["parent", "id"], commentId: "id", userId: "by", commentText: "text", createdAt: "at" };
const zones = ["UTC", "America/New_York", "Asia/Kolkata"];

test("a time without a zone is refused on every machine, and read by --time-zone, also across a change of the clocks", async () => {
  const rows = ["a,2024-03-01T10:00:00", "b,2024-03-01 10:00:00", "c,2024-07-01 10:00", "d,2024-03-01T10:00:00+01:00", "e,2024-03-01"];
  const refused = await everywhere(table(rows));
  const berlin = await everywhere(table(rows), "--time-zone", "Europe/Berlin");
  const offset = await everywhere(table(rows), "--time-zone", "+05:30");
  const utc = await everywhere(table(rows), "--time-zone", "UTC");

  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([2]));
  for (const { err } of refused)
    expect(err).toMatch(/createdAt of the row a a is 2024-03-01T10:00:00, which has no time zone: .*--time-zone/);
  const same = (ended: readonly Ended[]) => [...new Set(ended.map(timesOf))];
  expect(same(berlin)).toEqual(["09:00 09:00 08:00 09:00 00:00"]);
  expect(same(offset)).toEqual(["04:30 04:30 04:30 09:00 00:00"]);
  expect(same(utc)).toEqual(["10:00 10:00 10:00 09:00 00:00"]);
}, 120_000);

test.each([
  ["1709287200", "seconds"],
  ["1709287200.000100", "seconds"],
  ["03/01/2024 10:00", "ISO 8601"],
  ["2024-02-30T10:00:00Z", "ISO 8601"],
  ["yesterday", "ISO 8601"],
])("the time %s is refused by the name of its row with what to write instead", async (time, advice) => {
  const [ended] = await everywhere(table([`a,${time}`]), "--time-zone", "UTC");

  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended?.err).toContain(`createdAt of the row a a is ${time}`);
  expect(ended?.err).toContain(advice);
});

test("a time without a zone in another product's response is refused too, and a zone that nobody knows", async () => {
  const comment = { type: "comment", id: "c", userId: "u", body: { content: [] }, createdAt: "2024-03-01T10:00:00" };
  const thread = { type: "thread", id: "t", roomId: "r", comments: [comment], createdAt: "2024-03-01T10:00:00Z" };
  const files = { "in.json": JSON.stringify([thread]) };
  const words = ["convert", "liveblocks", "--from", "in.json", "--organization", "acme"];

  const [unzoned] = await everywhere({ files, words });
  const [local] = await everywhere({ files, words }, "--time-zone", "local");

  expect(unzoned).toMatchObject({ code: 2, err: expect.stringContaining("The time of the comment t c is 2024-03-01T10:00:00") });
  expect(local).toMatchObject({ code: 2, err: expect.stringContaining("--time-zone is local") });
});

test("comments of one day keep their order: the root first, and a list with the newest first is put right", async () => {
  const newestFirst = ["c,2024-03-02,a", "b,2024-03-02,a", "a,2024-03-02,", "z,2024-03-01,y", "y,2024-03-01,"];
  const rootLast = ["n,2024-03-02,m", "o,2024-03-02,m", "m,2024-03-02,"];

  const [reversed] = await everywhere(table(newestFirst));
  const [kept] = await everywhere(table(rootLast));

  expect(idsOf(reversed)).toEqual(["a b c", "y z"]);
  expect(idsOf(kept)).toEqual(["m n o"]);
});

interface Input {
  readonly files: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

function table(rows: readonly string[]): Input {
  const lines = rows.map((row) => {
    const [id, at, parent = ""] = row.split(",");
    return [id, at, parent, "plan", "ann", "Hello"].join(",");
  });
  const files = { "rows.csv": ["id,at,parent,doc,by,text", ...lines].join("\n"), "mapping.json": JSON.stringify(mapping) };
  return { files, words: ["convert", "table", "--from", "rows.csv", "--mapping", "mapping.json", "--organization", "acme"] };
}

/** The same command on machines of several time zones. */
function everywhere({ files, words }: Input, ...more: readonly string[]): Promise<Ended[]> {
  return Promise.all(
    zones.map(async (TZ) => {
      await using shell = await Shell.open({ TZ });
      for (const [name, text] of Object.entries(files)) await writeFile(join(shell.folder, name), text);
      return await shell.run(...words, ...more);
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: records of every type
function threadsOf(ended: Ended | undefined): any[] {
  if (ended?.code !== 0) throw new Error(ended?.err);
  const records = ended.out.trim().split("\n");
  return records.map((line) => JSON.parse(line)).filter(({ type }) => type === "thread");
}

function timesOf(ended: Ended): string {
  return threadsOf(ended)
    .map(({ item }) => new Date(item.createdAt).toISOString().slice(11, 16))
    .join(" ");
}

function idsOf(ended: Ended | undefined): string[] {
  return threadsOf(ended).map(({ item }) => item.commentData.map(({ commentId }: { commentId: string }) => commentId).join(" "));
}
