import RequestQueue from "kafkajs/src/network/requestQueue/index.js";
import { expect, test } from "vitest";
import "./kafka-timers.ts";

test("a connection of kafkajs without waiting requests sets no timer, one with some does", () => {
  const state = { pending: [] as unknown[], throttledUntil: -1, throttleCheckTimeoutId: null as NodeJS.Timeout | null };
  const queue = Object.assign(Object.create(RequestQueue.prototype) as RequestQueue, state);

  queue.scheduleCheckPendingRequests();
  expect(queue.throttleCheckTimeoutId).toBeNull();

  queue.pending.push({});
  queue.scheduleCheckPendingRequests();
  expect(queue.throttleCheckTimeoutId).not.toBeNull();
  clearTimeout(queue.throttleCheckTimeoutId ?? undefined);
});
