import type { AbortTarget, FetchAnswer } from "./fetch.ts";

/**
 * The text of an answer, read to its end; fails as soon as its time is over. `fetch` of Node 20 and 22 may leave a body open forever whose request is
 * aborted while it is being read (nodejs/undici#4089): it is the stream that is cancelled here, which closes the connection.
 */
export async function wholeText(answer: FetchAnswer, time: AbortTarget): Promise<string> {
  if (answer.body === null) return answer.text();
  const reader = answer.body.getReader();
  // One that has failed already cannot be cancelled, and needs not be.
  const cancel = () => void reader.cancel(time.reason).catch(() => undefined);
  time.addEventListener("abort", cancel);
  if (time.aborted) cancel();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (time.aborted) throw new Error("The answer was given up before its end.");
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}
