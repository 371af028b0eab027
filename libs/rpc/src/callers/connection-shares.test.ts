import { expect, test } from "vitest";
import { ConnectionShares, holderOf } from "./connection-shares.ts";

/** Shares of this many connections, with 100 places to wait. */
function sharesOf(connections: number) {
  const room = { connections };
  const shares = new ConnectionShares({ capacity: () => room.connections, mostWaiting: 100 });
  const takeAll = (holder: string) => {
    let count = 0;
    while (shares.tryTake(holder)) count++;
    return count;
  };
  return { room, shares, takeAll };
}

test("a single holder takes a quarter, and each further one takes less and leaves some free", () => {
  const { shares, takeAll } = sharesOf(64);

  expect(["a", "b", "c", "d", "e", "f", "g", "h"].map(takeAll)).toEqual([16, 12, 9, 7, 5, 4, 3, 2]);
  expect(shares.taken).toBe(58);
});

test("with fewer addresses the shares are smaller, and one call of each holder always runs", () => {
  const { room, takeAll } = sharesOf(64);
  takeAll("a");
  room.connections = 24;

  expect(takeAll("b")).toBe(2);
  room.connections = 8;
  expect([takeAll("a"), takeAll("b"), takeAll("c")]).toEqual([0, 0, 1]);
});

test("calls without a holder count for no holder, but leave fewer free", () => {
  const { shares, takeAll } = sharesOf(64);
  for (let call = 0; call < 60; call++) expect(shares.tryTake("")).toBe(true);

  expect(takeAll("a")).toBe(1);
});

test("waiting holders take turns, and the calls of one holder begin in order", async () => {
  const { room, shares } = sharesOf(4);
  const order: string[] = [];
  const waiting = async (holder: string, name: string) => {
    await shares.wait(holder, 10_000, undefined);
    order.push(name);
  };
  for (const holder of ["a", "b"]) expect(shares.tryTake(holder)).toBe(true);
  const all = [waiting("a", "a1"), waiting("a", "a2"), waiting("b", "b1"), waiting("b", "b2")];
  room.connections = 100;
  expect(shares.tryTake("a")).toBe(false);

  shares.giveBack("a");
  await Promise.all(all);

  expect(order).toEqual(["a1", "b1", "a2", "b2"]);
  expect(shares.tryTake("a")).toBe(true);
});

test("a call belongs to the API key, workspace or scope that its request names, and to nobody while its credentials are unchecked", () => {
  const principal = { principalId: "pk_claimed", authToken: "sk_guessed" };

  expect([{ apiKeyId: "pk", workspaceId: "ws" }, { apiKeyId: "", workspaceId: "ws" }, { scopeId: "pk" }, principal].map(holderOf)).toEqual([
    "pk",
    "ws",
    "pk",
    "",
  ]);
});

test("a holder whose calls have ended, or were aborted while they waited, has its whole share again", async () => {
  const { shares, takeAll } = sharesOf(8);
  const taken = takeAll("a");
  const gone = new AbortController();
  const waits = shares.wait("a", 10_000, gone.signal);

  gone.abort(new Error("gone"));
  await expect(waits).rejects.toThrow("gone");
  for (let call = 0; call < taken; call++) shares.giveBack("a");

  expect(shares.taken).toBe(0);
  expect(takeAll("a")).toBe(taken);
});
