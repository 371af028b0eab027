import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { BeginningTurns } from "../src/connections/beginning-turns.ts";
import { get, start } from "./connection-stage.ts";

/** Connections whose first requests come together; `begun` holds those that have begun, in order. */
function comeTogether(turns: BeginningTurns, count: number) {
  const begun: number[] = [];
  const connections = Array.from({ length: count }, () => ({ hasBegun: undefined }));
  for (const [n, connection] of connections.entries()) if (turns.mayBegin(connection, () => begun.push(n))) begun.push(n);
  return { begun, connections };
}

/** No connection has a turn until the test gives it one. */
function withoutTurns() {
  const mayBegin = vi.spyOn(BeginningTurns.prototype, "mayBegin").mockReturnValue(false);
  onTestFinished(() => mayBegin.mockRestore());
  return mayBegin;
}

test("of connections that begin together, eight begin in each turn of the event loop, in order", async () => {
  const { begun } = comeTogether(new BeginningTurns(), 20);

  const ofTurns: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    ofTurns.push(begun.length);
    await nextTurn();
  }

  expect(ofTurns).toEqual([8, 16, 20]);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
});

test("once nobody waits, the next connections begin at once", async () => {
  const turns = new BeginningTurns();
  const { begun } = comeTogether(turns, 10);
  await until(() => begun.length === 10);
  await nextTurn();

  expect(comeTogether(turns, 5).begun).toHaveLength(5);
});

test("the first request of a connection waits until it is its turn, and later ones do not", async () => {
  const mayBegin = withoutTurns();
  const stage = await start({ strangersPerSecond: 1_000 });
  const socket = await stage.open();
  socket.write(get);
  await until(() => mayBegin.mock.calls.length > 0);
  await delay(50);
  const early = stage.read();

  const [connection, begin] = mayBegin.mock.calls[0] as Parameters<BeginningTurns["mayBegin"]>;
  mayBegin.mockImplementation((asking) => asking === connection);
  begin();
  await until(() => stage.read() === 1);

  expect(early).toBe(0);
});

test("a connection that has gone takes no turn", async () => {
  const turns = new BeginningTurns();
  const { begun, connections } = comeTogether(turns, 10);

  turns.leave(connections[8] as (typeof connections)[number]);

  await until(() => begun.length === 9);
  expect(begun.at(-1)).toBe(9);
});

test("a connection that is reset while it waits gives up its turn", async () => {
  const mayBegin = withoutTurns();
  const leave = vi.spyOn(BeginningTurns.prototype, "leave");
  onTestFinished(() => leave.mockRestore());
  const stage = await start({ strangersPerSecond: 1_000 });
  const socket = await stage.open();
  socket.write(get);
  await until(() => mayBegin.mock.calls.length > 0);

  socket.resetAndDestroy();

  await until(() => leave.mock.calls.some(([connection]) => connection === mayBegin.mock.calls[0]?.[0]));
});
