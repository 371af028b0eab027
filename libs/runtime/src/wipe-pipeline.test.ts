import { expect, test } from "vitest";
import { wipePipeline } from "./wipe-pipeline.ts";

const get = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";

function wiped(text: string, most: number): string {
  const chunk = Buffer.from(text);
  wipePipeline(chunk, most);
  return chunk.toString().replace(/\0+$/, "");
}

test("as many requests as a connection may have stay as they are", () => {
  expect(wiped(get.repeat(16), 16)).toBe(get.repeat(16));
});

test.each(["HTTP/1.1\r\n", "HTTP/1.0\r\n", "HTTP/1.1\n"])("the rest of a pipeline of %j is no request any more", (end) => {
  const request = get.replace("HTTP/1.1\r\n", end);

  expect(wiped(request.repeat(18), 16)).toBe(`${request.repeat(16)}GET /`);
});

test("a body whose text speaks of requests stays as it is", () => {
  const log = JSON.stringify({ text: '"GET / HTTP/1.1" 200 12\r\nGET / HTTP/1.1\r\n'.repeat(50) });

  expect(wiped(get + log, 16)).toBe(get + log);
});
