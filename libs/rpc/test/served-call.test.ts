import { getHeapSpaceStatistics } from "node:v8";
import { createClient } from "@connectrpc/connect";
import { expect, onTestFinished, test } from "vitest";
import { createLocalTransport } from "../src/index.ts";
import { ServedCall } from "../src/served/served-call.ts";
import { echoRegistration } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

function newCall(): ServedCall {
  const origin = { transport: "local", protocolName: "connect", requestMethod: "POST", url: "local:/echo", requestHeader: {} } as const;
  return new ServedCall(EchoService.method.get, origin, 60_000);
}

function openCall(): ServedCall {
  const call = newCall();
  onTestFinished(() => call.finish());
  return call;
}

test("a signal first read after the call was ended early is aborted, with the call's reason", async () => {
  const call = openCall();
  const waiting = call.race(new Promise(() => undefined));

  call.abort("deadline");

  await expect(waiting).rejects.toBe(call.signal.reason);
  expect(call.signal.aborted).toBe(true);
  expect(() => call.throwIfGivenUp()).toThrow("The deadline of this request has passed.");
});

test("a signal read earlier is aborted when the call is ended early", () => {
  const call = openCall();
  const { signal } = call;
  const heard: unknown[] = [];
  signal.addEventListener("abort", () => heard.push(signal.reason));

  expect(signal.aborted).toBe(false);
  call.abort("caller gone");

  expect(heard).toEqual([expect.objectContaining({ name: "AbortError" })]);
});

test("nothing aborts the signal of a call that was answered", () => {
  const call = openCall();

  call.finish();
  call.abort("caller gone");

  expect(call.signal.aborted).toBe(false);
});

test("an unreferenced response does not outlive a collection of young objects", async () => {
  const calls = 5_000;
  const bytesOfAnswer = 8_000;
  const answered = async () => {
    const call = newCall();
    const caller = new AbortController();
    call.follow(caller.signal);
    await call.race(Promise.resolve(Array.from({ length: bytesOfAnswer / 8 }, (_, index) => index)));
    call.finish();
  };
  for (let call = 0; call < calls / 10; call++) await answered();

  const before = oldBytes();
  for (let call = 0; call < calls; call++) await answered();

  // One collection may promote the objects of its time, a quarter of all; a leak would keep nearly all. There is only one round, because
  // code that V8 has optimized keeps nothing.
  expect(oldBytes() - before).toBeLessThan((calls * bytesOfAnswer) / 2);
});

test("the objects of a call within the process do not outlive a collection of young objects", async () => {
  const calls = 5_000;
  const rounds = 7;
  const { registration } = echoRegistration({});
  const client = createClient(
    EchoService,
    createLocalTransport(() => [registration]),
  );
  const oldBytesOfCall = async () => {
    const before = oldBytes();
    for (let call = 0; call < calls; call++) await client.get({});
    return (oldBytes() - before) / calls;
  };
  await oldBytesOfCall();

  const found: number[] = [];
  for (let round = 0; round < rounds; round++) found.push(await oldBytesOfCall());

  // The median: code is compiled in some rounds, and a full collection may fall into another.
  expect(found.sort((one, other) => one - other)[(rounds - 1) / 2]).toBeLessThan(500);
});

const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;
