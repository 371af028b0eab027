import { expect, test } from "vitest";
import { groupName } from "../../delivery/claimed.ts";
import { Destination } from "../../delivery/destination.ts";
import { roomsOf } from "./read-rooms.ts";

const concurrency = 8;
const maxClaimed = 64;

/** A process that reads as much as it may for endpoints that never respond. */
function stage() {
  const counts = new Map<string, number>();
  const destinations = new Map<string, Destination<object>>();
  const of = (name: string) => {
    const known = destinations.get(name) ?? new Destination<object>(name, { concurrency, perSecond: 1_000, breakerFailures: 10 });
    destinations.set(name, known);
    return known;
  };
  const inHand = {
    hand: { counts: () => counts, countOf: (name: string) => counts.get(name) ?? 0 },
    schedule: { of, destinations: () => destinations.values() },
  };
  const roomFor = (apiKeyId: string, target: string) => {
    const claimed = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const rooms = roomsOf(inHand, maxClaimed - claimed, concurrency);
    return Math.min(rooms.groups.get(groupName({ apiKeyId, target })) ?? rooms.perGroup, rooms.keys.get(apiKeyId) ?? rooms.perKey);
  };
  const readAll = (apiKeyId: string, target: string) => {
    const name = groupName({ apiKeyId, target });
    for (let more = roomFor(apiKeyId, target); more > 0; more = roomFor(apiKeyId, target)) counts.set(name, (counts.get(name) ?? 0) + more);
    return counts.get(name) ?? 0;
  };
  return { roomFor, readAll };
}

test("an endpoint that never responds leaves capacity for another of its key", () => {
  const { readAll, roomFor } = stage();

  expect(readAll("pk_1", "raw")).toBeGreaterThanOrEqual(concurrency);
  expect(roomFor("pk_1", "processed")).toBeGreaterThanOrEqual(concurrency);
});

test("an API key whose endpoints never respond leaves capacity for others' endpoints", () => {
  const { readAll, roomFor } = stage();
  for (const target of ["raw", "processed", "ep_1", "ep_2"]) readAll("pk_1", target);

  expect(roomFor("pk_2", "raw")).toBeGreaterThanOrEqual(concurrency);
});
