import { afterAll, beforeAll, expect } from "vitest";
import { until } from "./until.ts";

const watched = ["TCPServerWrap", "TCPSocketWrap"];
let before = 0;

function open(): number {
  return process.getActiveResourcesInfo().filter((resource) => watched.includes(resource)).length;
}

// A file that leaves a server, a pool or a client open fails: a leak in a test is a leak in a process.
beforeAll(() => {
  before = open();
});

afterAll(async () => {
  await until(() => open() <= before || undefined, 5_000).catch(() => undefined);
  expect(open(), "sockets and servers that the file left open").toBeLessThanOrEqual(before);
});
