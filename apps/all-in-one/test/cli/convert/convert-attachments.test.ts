import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Shell } from "../command.ts";
import { leftOutOf, recordsOf } from "./conversions.ts";

let shell: Shell;

beforeEach(async () => {
  shell = await Shell.open();
  await writeFile(join(shell.folder, "headers"), "authorization: Bearer their-secret\n");
  return () => shell[Symbol.asyncDispose]();
});

const words = ["--headers", "headers", "--organization", "acme"];
const filesWords = ["--files", "files", "--files-at", "https://files.acme.example/comments/"];

test("files of Liveblocks are downloaded from addresses that are asked for, and attachments have the addresses of the customer's folder", async () => {
  const source = await startLiveblocks();

  const summary = await shell.json("convert", "liveblocks", "--from", source.url, "--out", "out.ndjson", ...words, ...filesWords);

  const attachments = await attachmentsOf("out.ndjson");
  expect(attachments.map(({ attachmentId }) => attachmentId)).toEqual(["at_1", "at_2", "at_gone"]);
  const [first, second, gone] = attachments;
  expect(first?.url).toMatch(/^https:\/\/files\.acme\.example\/comments\/[0-9a-f]{64}\.png$/);
  expect(second?.url).toMatch(/^https:\/\/files\.acme\.example\/comments\/[0-9a-f]{64}$/);
  expect(gone?.url).toBeUndefined();
  const kept = (url = "") => readFile(join(shell.folder, "files", url.split("/").at(-1) ?? ""), "utf8");
  expect([await kept(first?.url), await kept(second?.url)]).toEqual(["the file at_1", "the file at_2"]);
  expect(leftOutOf(summary)).toEqual({ "file of an attachment that the source does not have": 1 });
  // The secret is not sent to the server of the files.
  expect(source.secretsAtFiles).toEqual([]);
});

test("a repeated conversion downloads only files that are not in the folder, with a new address", async () => {
  const source = await startLiveblocks();
  await shell.json("convert", "liveblocks", "--from", source.url, "--out", "first.ndjson", ...words, ...filesWords);
  const [name = ""] = (await readdir(join(shell.folder, "files"))).filter((each) => each.endsWith(".png"));
  await rm(join(shell.folder, "files", name));
  source.downloaded.length = 0;

  await shell.json("convert", "liveblocks", "--from", source.url, "--out", "second.ndjson", ...words, ...filesWords);

  expect(source.downloaded).toEqual(["at_1"]);
  expect(await attachmentsOf("second.ndjson")).toEqual(await attachmentsOf("first.ndjson"));
});

test("a file that its server refuses even at a new address is counted, as one that is not there", async () => {
  const source = await startLiveblocks({ refusal: 403 });

  const summary = await shell.json("convert", "liveblocks", "--from", source.url, "--out", "out.ndjson", ...words, ...filesWords);

  expect(leftOutOf(summary)).toEqual({ "file of an attachment that the source does not have": 3 });
  expect((await attachmentsOf("out.ndjson")).map(({ url }) => url)).toEqual([undefined, undefined, undefined]);
});

test("a server of files that does not work ends the conversion, which can be repeated", async () => {
  const source = await startLiveblocks({ refusal: 503 });

  const { code, err } = await shell.run("convert", "liveblocks", "--from", source.url, "--out", "out.ndjson", ...words, ...filesWords);

  expect(code).toBe(5);
  expect(err).toContain("could not be downloaded in 3 attempts: status 503");
  expect(await readdir(shell.folder)).not.toContain("out.ndjson");
});

test("files without a place for them, or of another source, are refused with a sentence", async () => {
  await mkdir(join(shell.folder, "answers"));
  await writeFile(join(shell.folder, "answers/a.json"), "[]");
  const from = (source: string, ...more: readonly string[]) => shell.run("convert", source, "--out", "out.ndjson", ...words, ...more);

  const refused = [
    await from("liveblocks", "--from", "http://127.0.0.1:1", "--files", "files"),
    await from("liveblocks", "--from", "answers", ...filesWords),
    await from("original", "--from", "http://127.0.0.1:1", ...filesWords),
    await from("liveblocks", "--from", "http://127.0.0.1:1", "--files", "files", "--files-at", "ftp://x"),
  ];

  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  const said = ["given together", "needs a URL in --from", "have addresses of their own", "is a URL without a query"];
  for (const [index, text] of said.entries()) expect(refused[index]?.err).toContain(text);
}, 120_000);

const at = "2024-03-01T10:00:00Z";
const attachment = (id: string, name: string) => ({ type: "attachment", id, name, size: 12, mimeType: "image/png" });
const comment = {
  type: "comment",
  id: "c",
  threadId: "t",
  roomId: "a room",
  userId: "u",
  createdAt: at,
  body: { version: 1, content: [{ type: "paragraph", children: [{ text: "See" }] }] },
  attachments: [attachment("at_1", "chart.PNG"), attachment("at_2", "../../etc/no ending"), attachment("at_gone", "gone.png")],
  reactions: [],
};
const thread = { type: "thread", id: "t", roomId: "a room", createdAt: at, metadata: {}, comments: [comment] };

/** A room with a thread, whose attachments have addresses on another server, valid for one download. */
async function startLiveblocks({ refusal }: { readonly refusal?: number } = {}) {
  const downloaded: string[] = [];
  const secretsAtFiles: string[] = [];
  let addresses = 0;
  const files = await serve((path, authorization) => {
    if (authorization !== undefined) secretsAtFiles.push(authorization);
    const [, id = "", number] = /^\/(\w+)\?signed=(\d+)$/.exec(path) ?? [];
    if (refusal !== undefined || Number(number) !== addresses) return [refusal ?? 403, "refused"];
    downloaded.push(id);
    return [200, `the file ${id}`];
  });
  const url = await serve((path, authorization) => {
    if (authorization !== "Bearer their-secret") return [401, "{}"];
    if (path.startsWith("/v2/rooms?")) return [200, JSON.stringify({ nextCursor: null, data: [{ type: "room", id: "a room" }] })];
    if (path === "/v2/rooms/a%20room/threads") return [200, JSON.stringify({ data: [thread] })];
    const [, id] = /^\/v2\/rooms\/a%20room\/attachments\/(at_\d)$/.exec(path) ?? [];
    if (id === undefined) return [404, "{}"];
    return [200, JSON.stringify({ ...attachment(id, ""), url: `${files}/${id}?signed=${++addresses}`, expiresAt: at })];
  });
  return { url, downloaded, secretsAtFiles };
}

async function serve(answer: (path: string, authorization: string | undefined) => readonly [number, string]): Promise<string> {
  const server = createServer((request, response) => {
    const [status, body] = answer(request.url ?? "", request.headers.authorization);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function attachmentsOf(file: string) {
  // biome-ignore lint/suspicious/noExplicitAny: records of every type
  const records = (await recordsOf(join(shell.folder, file))) as any[];
  const found = records.find(({ type }) => type === "thread");
  return found.item.commentData[0].attachments as { readonly attachmentId: string; readonly url?: string }[];
}
