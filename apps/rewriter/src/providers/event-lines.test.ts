import { expect, test } from "vitest";
import { EventLines } from "./event-lines.ts";

const stream = 'data: {"a":":"}\r\n\r\n: keep-alive\r\n\r\ndata: 1\n: in between\ndata: 2\n\n:\n\n: é\n\nevent: x\ndata: [DONE]\n\n';
const without = 'data: {"a":":"}\r\n\r\ndata: 1\ndata: 2\n\nevent: x\ndata: [DONE]\n\n';

test.each([1, 2, 3, 7, 1_000])("comments are left out of a stream that arrives %s bytes at a time", (size) => {
  const lines = new EventLines();
  const bytes = Buffer.from(stream);
  const passed: Buffer[] = [];

  for (let start = 0; start < bytes.length; start += size) passed.push(lines.pass(bytes.subarray(start, start + size)));

  expect(Buffer.concat(passed).toString().replaceAll("\r", "")).toBe(without.replaceAll("\r", ""));
  expect(lines.saidDone).toBe(true);
});

test("a stream that stops before its last event has not said that it is done", () => {
  const lines = new EventLines();

  lines.pass(Buffer.from('data: {"text":"[DONE]"}\n\ndata: {"text":"and more than 32 characters behind it"}\n\n'));

  expect(lines.saidDone).toBe(false);
});
