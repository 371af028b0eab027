import { expect, test } from "vitest";
import { endingWith } from "./stream-answer.ts";

test("what goes on for a stream is aborted when it fails before it has begun, when it has no stream, and when its stream ends", async () => {
  const failed = new AbortController();
  await expect(endingWith(failed, Promise.reject(new Error("The first page failed.")))).rejects.toThrow("The first page failed.");
  expect(failed.signal.aborted).toBe(true);

  const plain = new AbortController();
  await endingWith(plain, Promise.resolve({ status: 200, body: "" }));
  expect(plain.signal.aborted).toBe(true);

  const open = new AbortController();
  const ends: (() => void)[] = [];
  const stream = { onEnd: (listener: () => void) => ends.push(listener) } as never;
  await endingWith(open, Promise.resolve({ status: 200, body: "", stream }));
  expect(open.signal.aborted).toBe(false);
  for (const end of ends) end();
  expect(open.signal.aborted).toBe(true);
});
