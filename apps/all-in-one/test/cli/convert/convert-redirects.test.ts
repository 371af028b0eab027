import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Shell } from "../command.ts";
import { LocalServer } from "../local-server.ts";

test.each([
  { source: "original", words: ["--organization", "acme"], status: 307 },
  { source: "liveblocks", words: [], status: 302 },
])(
  "a redirect of the source $source takes no header to another server, and the message names its address",
  async ({ source, words, status }) => {
    await using other = await LocalServer.start();
    await using shell = await Shell.open();
    const here = await serve((_request, response) => response.writeHead(status, { location: other.url }).end());
    await writeFile(join(shell.folder, "headers"), "x-vendor-auth-token: secret\n");

    const { code, err } = await shell.run("convert", source, "--from", here, "--headers", "headers", "--out", "out.ndjson", ...words);

    expect(other.requests).toEqual([]);
    expect(code).toBe(2);
    expect(err).toContain(`redirects to ${other.url}`);
  },
);

test("a redirect of the console takes no token to another server", async () => {
  await using other = await LocalServer.start();
  const here = await serve((_request, response) => response.writeHead(307, { location: other.url }).end());
  await using shell = await Shell.open({ PARLEY_BASE_URL: here, PARLEY_WORKSPACE_ID: "ws_1", PARLEY_WORKSPACE_TOKEN: "sk_secret" });

  const { code } = await shell.run("console");

  expect(other.requests).toEqual([]);
  expect(code).toBe(5);
});

test.each([501, 505])("status %s, which no repeat changes, ends a conversion at the first request", async (status) => {
  await using shell = await Shell.open();
  let requests = 0;
  const here = await serve((_request, response) => {
    requests++;
    response.writeHead(status).end("never");
  });

  const { code, err } = await shell.run("convert", "cord", "--from", here, "--out", "out.ndjson");

  expect({ code, requests }).toEqual({ code: 2, requests: 1 });
  expect(err).toContain(`status ${status}`);
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
