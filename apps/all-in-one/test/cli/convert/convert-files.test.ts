import { once } from "node:events";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Shell } from "../command.ts";
import { leftOutOf, recordsOf, writeFilesBeside } from "./conversions.ts";
import { groupsAnswer, messagesOfThread, threadsPage, usersAnswer } from "./cord-fixture.ts";
import { threads } from "./described.ts";
import { startSourceServer } from "./source-server.ts";

let shell: Shell;

beforeAll(async () => {
  shell = await Shell.open();
  await writeFilesBeside(shell);
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
});

test("a killed conversion requests only missing data when repeated, and writes the same as an uninterrupted one", async () => {
  const source = await startSourceServer();
  const words = ["convert", "cord", "--from", source.url, "--document-key", "page", "--headers", "headers", "--users", "users.csv"];
  await shell.json(...words, "--out", "whole.ndjson");
  source.answered.length = 0;

  for (const enough of [30, 90, 150]) {
    const child = shell.start(...words, "--out", "killed.ndjson");
    const ended = once(child, "close");
    await until(() => source.answered.length >= enough);
    child.kill("SIGKILL");
    await ended;
    expect(await readdir(shell.folder)).not.toContain("killed.ndjson");
  }
  const last = await shell.run(...words, "--out", "killed.ndjson");

  expect(last, last.err).toMatchObject({
    code: 0,
    err: expect.stringContaining("Continuing with the responses in killed.ndjson.answers."),
  });
  // One request of each killed run may have been answered without being stored.
  const repeated = source.answered.length - new Set(source.answered).size;
  expect(repeated).toBeLessThanOrEqual(3);
  const [whole, killed] = await Promise.all(["whole.ndjson", "killed.ndjson"].map((file) => recordsOf(join(shell.folder, file))));
  expect(killed).toEqual(whole);
  expect(await readdir(shell.folder)).not.toContain("killed.ndjson.answers");
  expect(((await stat(join(shell.folder, "killed.ndjson"))).mode & 0o777).toString(8)).toBe("600");
}, 120_000);

test("answers in files are converted to the output in any order", async () => {
  const ids = threads.map(({ id }) => id);
  const answers = [...ids.map(messagesOfThread), threadsPage(null), threadsPage("next"), usersAnswer, groupsAnswer];
  await writeFile(join(shell.folder, "answers.ndjson"), answers.map((answer) => JSON.stringify(answer)).join("\n"));
  await writeFile(join(shell.folder, "one.json"), JSON.stringify(threadsPage(null), null, 2));

  const { code, out, err } = await shell.run("convert", "cord", "--from", "answers.ndjson", "--document-key", "page");
  const alone = await shell.json("convert", "cord", "--from", "one.json", "--document-key", "page", "--out", "alone.ndjson");

  expect(code, err).toBe(0);
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(0)).toMatchObject({ type: "parley-export", convertedFrom: "cord" });
  expect(lines.filter(({ type }) => type === "thread")).toHaveLength(threads.length);
  expect(lines.at(-1)).toEqual({ type: "end", records: lines.length - 2 });
  expect(err).toContain(`${threads.length} threads with`);
  expect(err).toContain("message of an action");
  expect(alone.leftOut).toContainEqual({ what: "thread whose messages are not among the responses", count: 120, example: "t0" });
}, 60_000);

test("rows of a spreadsheet become threads by its columns; empty rows and unmapped columns are counted", async () => {
  const mapping = {
    organizationId: { value: "acme" },
    documentId: "Sheet",
    annotationId: ["Thread", "Id"],
    commentId: "Id",
    userId: "Author",
    commentText: "Text",
    createdAt: "When",
    resolved: "Done",
    tagged: { items: "Told", userId: "." },
    skip: "Deleted",
  };
  const rows = [
    "Id,Thread,Sheet,Author,Text,When,Done,Told,Deleted,Colour",
    '1,,budget,ann,"Say ""hi"",\nplease",2025-01-01T00:00:00Z,yes,"bob; cy",,red',
    "2,1,budget,bob,Hi,1735689700000,,,,",
    "3,1,budget,bob,Gone,,,,x,",
  ];
  await writeFile(join(shell.folder, "mapping.json"), JSON.stringify(mapping));
  await writeFile(join(shell.folder, "sheet.csv"), `\uFEFF${rows.join("\r\n")}`);

  const summary = await shell.json("convert", "table", "--from", "sheet.csv", "--mapping", "mapping.json", "--out", "sheet.ndjson");

  const [, , thread] = await recordsOf(join(shell.folder, "sheet.ndjson"));
  expect(thread).toEqual({
    type: "thread",
    at: { organizationId: "acme", documentId: "budget" },
    item: {
      annotationId: "1",
      status: { id: "RESOLVED", name: "Resolved", type: "terminal" },
      createdAt: 1_735_689_600_000,
      commentData: [
        {
          commentId: "1",
          from: { userId: "ann" },
          commentText: 'Say "hi",\nplease',
          createdAt: 1_735_689_600_000,
          taggedUserContacts: [
            { userId: "bob", contact: { userId: "bob" } },
            { userId: "cy", contact: { userId: "cy" } },
          ],
        },
        { commentId: "2", from: { userId: "bob" }, commentText: "Hi", createdAt: 1_735_689_700_000 },
      ],
    },
  });
  expect(leftOutOf(summary)).toEqual({ "row that the mapping skips": 1, "row: Colour": 1 });
});

test("unconvertible input is refused with a sentence", async () => {
  await writeFile(join(shell.folder, "bad-mapping.json"), '{"documentid":"a"}');
  await writeFile(join(shell.folder, "no-organization.json"), JSON.stringify([{ type: "thread", id: "t", roomId: "r", comments: [] }]));
  await writeFile(join(shell.folder, "stranger.json"), '{"hello":1}');
  const source = await startSourceServer();
  const from = (name: string, file: string, ...more: readonly string[]) => shell.run("convert", name, "--from", file, ...more);

  const refused = [
    await from("jira", "stranger.json"),
    await from("table", "stranger.json"),
    await from("table", "stranger.json", "--mapping", "bad-mapping.json"),
    await from("liveblocks", "no-organization.json"),
    await from("original", "stranger.json"),
    await from("cord", "nowhere.json"),
    await from("cord", source.url),
    await from("cord", source.url, "--out", "refused.ndjson"),
  ];

  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
  const said = [
    "no source jira",
    "needs --mapping",
    "has documentid",
    "--organization",
    "not a response of",
    "no file nowhere.json",
    "needs --out",
    "status 401",
  ];
  for (const [index, text] of said.entries()) expect(refused[index]?.err).toContain(text);
}, 60_000);
