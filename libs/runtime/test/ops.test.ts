import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { testEnvironment, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { defineModule, runProcess } from "../src/index.ts";

const token = "ops-token-of-a-test";
// More than the buffers of the system take.
const large = "x".repeat(16 * 1024 * 1024);

test.each<[string, IncomingHttpHeaders]>([
  ["a form on a web page", { origin: "https://evil.example", "content-type": "text/plain" }],
  ["a script on a web page", { origin: "https://evil.example", "content-type": "application/json" }],
  ["an image on a page of another port of this machine", { "sec-fetch-site": "same-site" }],
  ["a page of another site, without an origin", { "sec-fetch-site": "cross-site", "content-type": "application/json" }],
  ["a page under a name that was made to resolve here", { host: "evil.example", "content-type": "application/json" }],
])("a request of %s is refused, whatever its path", async (_, headers) => {
  const ask = await opsPort();

  const answers = await Promise.all([ask("POST", "/things", headers), ask("GET", "/things", headers), ask("GET", "/metrics", headers)]);

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test.each(["127.0.0.1:9090", "[::1]:9090", "localhost", "ops.example:9090"])("a program that sends to %s is answered", async (host) => {
  const ask = await opsPort({ PARLEY_OPS_HOST_NAMES: "ops.example" });

  expect(await ask("GET", "/things", { host, "sec-fetch-site": "none" })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/things", { host, "content-type": "application/json; charset=utf-8" })).toMatchObject({ status: 200 });
});

test("a POST without the content type of JSON is refused", async () => {
  const ask = await opsPort();

  expect(await ask("POST", "/things", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
  expect(await ask("POST", "/things", {})).toMatchObject({ status: 415 });
});

test("when a token is set, only the probes are answered without it", async () => {
  const ask = await opsPort({ PARLEY_OPS_TOKEN: token });
  const statuses = (headers: IncomingHttpHeaders) =>
    Promise.all(["/livez", "/readyz", "/metrics", "/things"].map(async (path) => (await ask("GET", path, headers)).status));

  expect(await statuses({})).toEqual([200, 200, 401, 401]);
  expect(await statuses({ authorization: `Bearer ${token}x` })).toEqual([200, 200, 401, 401]);
  expect(await statuses({ authorization: `Bearer ${token}` })).toEqual([200, 200, 200, 200]);
  expect(await statuses({ authorization: `bearer ${token}` })).toEqual([200, 200, 200, 200]);
  expect(await statuses({ authorization: token })).toEqual([200, 200, 401, 401]);
});

test("the ops port listens on this machine only, whatever the other ports do", async () => {
  const listening: unknown[] = [];
  const module = defineModule({
    name: "listening",
    config: {},
    uses: [],
    mount: async ({ listenAddress }) => void listening.push(listenAddress),
  });
  const running = await runProcess([module], { ...testEnvironment("postgres://unused"), PARLEY_HOST: "0.0.0.0" });
  onTestFinished(() => running.stop());

  const elsewhere = request({ host: "127.0.0.2", port: running.opsPort, path: "/livez", agent: false });
  elsewhere.end();

  await expect(once(elsewhere, "response")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(listening).toEqual(["0.0.0.0"]);
});

test("an operator who pipelines requests is paced", async () => {
  const port = await started({ PARLEY_OPS_TOKEN: token });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString();
  });

  socket.write(`GET /things HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(400));
  await delay(500);

  const answered = text.split("HTTP/1.1 200").length - 1;
  expect(answered).toBeGreaterThan(2);
  expect(answered).toBeLessThan(2 + 12);
});

test("operators' requests are served at a rate that all connections share, and probes at once", async () => {
  const ask = await opsPort();
  const beganMs = performance.now();

  const asked = Array.from({ length: 40 }, () => ask("GET", "/things", { host: "localhost" }));
  await Promise.race(asked);
  const probed = await ask("GET", "/livez", {});
  const probedMs = performance.now() - beganMs;
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  const tookMs = performance.now() - beganMs;

  expect(new Set([probed.status, ...statuses])).toEqual(new Set([200]));
  // Five at once, and thirty-five more at fifty a second.
  expect(tookMs).toBeGreaterThan(500);
  expect(probedMs).toBeLessThan(tookMs);
});

test("a probe is answered although a thousand strangers have come since and ask, too", async () => {
  const port = await started({ PARLEY_OPS_TOKEN: token });
  const probe = connect(port, "127.0.0.1");
  onTestFinished(() => void probe.destroy());
  await once(probe, "connect");
  await Promise.all(Array.from({ length: 1_000 }, () => asksAndReadsNothing(port, "/metrics")));

  const beganMs = performance.now();
  probe.write("GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [bytes] = (await once(probe, "data")) as [Buffer];

  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200/);
  expect(performance.now() - beganMs).toBeLessThan(1_000);
});

test("of unread responses to operators the oldest are cut off", async () => {
  const port = await started({});
  const sockets = await Promise.all(Array.from({ length: 20 }, () => asksAndReadsNothing(port, "/large")));

  await until(() => sockets.filter((socket) => socket.closed).length >= 4);
  await delay(100);

  expect(sockets.filter((socket) => socket.closed)).toHaveLength(4);
});

/** Sends a request on a connection of its own. As only a failed write tells that it was cut off, it goes on sending empty lines. */
async function asksAndReadsNothing(port: number, path: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const writing = setInterval(() => socket.write("\r\n"), 20);
  socket.once("close", () => clearInterval(writing));
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function opsPort(environment: Record<string, string> = {}) {
  const port = await started(environment);
  return async (method: string, path: string, headers: IncomingHttpHeaders) => {
    const asked = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
    asked.end();
    const [response] = (await once(asked, "response")) as [{ statusCode: number; resume(): void }];
    response.resume();
    return { status: response.statusCode };
  };
}

async function started(environment: Record<string, string>): Promise<number> {
  const module = defineModule({
    name: "things",
    config: {},
    uses: [],
    async mount(host) {
      for (const method of ["GET", "POST"] as const) host.ops(method, "/things", async () => ({}));
      host.ops("GET", "/large", async () => large);
    },
  });
  const running = await runProcess([module], { ...testEnvironment("postgres://unused"), ...environment });
  onTestFinished(() => running.stop());
  return running.opsPort;
}
