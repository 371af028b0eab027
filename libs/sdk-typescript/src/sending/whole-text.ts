import type { AbortTarget, FetchAnswer } from "./fetch.ts";

/**
 * The text of a response, read to its end; fails as soon as its time is over. In Node 20 and 22 `fetch` may leave a body open forever when
 * its request is aborted while it is being read (nodejs/undici#4089), so the stream is cancelled here, which closes the connection.
 */
export async function wholeText(answer: FetchAnswer, time: AbortTarget): Promise<string> {
  if (answer.body === null) return answer.text();
  const reader = answer.body.getReader();
  // A stream that has already failed cannot be cancelled, and need not be.
  const cancel = () => void reader.cancel(time.reason).catch(() => undefined);
  time.addEventListener("abort", cancel);
  if (time.aborted) cancel();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (time.aborted) throw new Error("The response was aborted before its end.");
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}
