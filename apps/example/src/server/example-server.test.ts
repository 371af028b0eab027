import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { exampleServer } from "./example-server.ts";

const json = { "content-type": "application/json" };
const noPerson = [403, { message: "There is no such person." }];
const notHere = [403, { message: "This server answers only its own pages, on this machine." }];

test("only the server's own pages get a token, even when a foreign name resolves to this machine", async () => {
  const { port, ask } = await started();
  const body = JSON.stringify({ as: "nobody" });

  expect(await ask("POST", "/token", json, body)).toEqual(noPerson);
  expect(await ask("POST", "/token", { ...json, origin: `http://localhost:${port}`, host: `localhost:${port}` }, body)).toEqual(noPerson);
  expect(await ask("POST", "/token", { ...json, origin: "https://evil.example" }, body)).toEqual(notHere);
  expect(await ask("POST", "/token", { ...json, origin: "http://localhost:1", host: `localhost:${port}` }, body)).toEqual(notHere);
  expect(await ask("POST", "/token", { ...json, host: `rebound.example:${port}` }, body)).toEqual(notHere);
  expect(await ask("POST", "/token", { ...json, host: "localhost.rebound.example" }, body)).toEqual(notHere);
});

test("nothing but the built page is served, and property names of objects are not people", async () => {
  const { ask } = await started();
  const none = [404, { message: "There is no such page." }];

  expect(await ask("GET", "/")).toEqual([200, "<title>Two</title>"]);
  expect(await ask("GET", "/../package.json")).toEqual(none);
  expect(await ask("GET", "/%2e%2e/package.json")).toEqual(none);
  expect(await ask("GET", "/token")).toEqual(none);
  expect(await ask("POST", "/session", json, JSON.stringify({ as: "constructor" }))).toEqual(noPerson);
});

test("a browser keeps the hashed assets, asks again for the page, and gets both compressed when it takes that", async () => {
  const { port } = await started();
  const read = async (path: string, coding: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": coding } });
    return [response.headers.get("cache-control"), response.headers.get("content-encoding"), await response.text()];
  };

  expect(await read("/", "gzip, br")).toEqual(["no-cache", "gzip", "<title>Two</title>"]);
  expect(await read("/", "identity")).toEqual(["no-cache", null, "<title>Two</title>"]);
  expect(await read("/assets/page-1a2b.js", "br, gzip")).toEqual(["public, max-age=31536000, immutable", "gzip", "export {};"]);
});

/** Starts the server with a page of one line. No test reaches its Parley. */
async function started() {
  const folder = await mkdtemp(join(tmpdir(), "parley-example-server-"));
  await writeFile(join(folder, "index.html"), "<title>Two</title>");
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/page-1a2b.js"), "export {};");
  const server = exampleServer({ baseUrl: "http://127.0.0.1:9", apiKey: "pk_1", authToken: "sk_1", assets: pathToFileURL(`${folder}/`) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = "",
  ): Promise<[number | undefined, unknown]> => {
    const sent = request({ port, host: "127.0.0.1", method, path, headers });
    sent.end(body);
    const [response] = await once(sent, "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    return [response.statusCode, text.startsWith("{") ? JSON.parse(text) : text];
  };
  return { port, ask };
}
