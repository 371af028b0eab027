import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Stands in for OpenAI in benchmarks: the same response to every request, after the milliseconds of the last `POST /delay/<ms>`.
const answer = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_228_800,
  model: "gpt-4o",
  choices: [{ index: 0, message: { role: "assistant", content: "Good day. ".repeat(30) }, finish_reason: "stop" }],
  usage: { prompt_tokens: 60, completion_tokens: 90, total_tokens: 150 },
});
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(answer) };

let delayMs = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url?.startsWith("/delay/")) delayMs = Number(request.url.slice("/delay/".length));
  const reply = () => response.writeHead(200, headers).end(answer);
  request.resume().once("end", () => (delayMs > 0 ? setTimeout(reply, delayMs) : reply()));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ msg: "ready", url: `http://127.0.0.1:${port}` }));
});
