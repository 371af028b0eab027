import { Agent } from "undici";
import { expect, test } from "vitest";
import { ExchangeAborted, exchange } from "./exchange.ts";

/** Accepts requests and never answers. */
class SilentDispatcher extends Agent {
  override dispatch(): boolean {
    return true;
  }
}

test("every request under a signal ends when it is aborted, and later ones end at once", async () => {
  const stopping = new AbortController();
  const dispatcher = new SilentDispatcher();
  const send = () => exchange(dispatcher, { method: "POST", path: "/", origin: "http://silent.test" }, 60_000, stopping.signal);
  const running = [send(), send()];

  stopping.abort();

  for (const each of [...running, send()]) await expect(each).rejects.toBeInstanceOf(ExchangeAborted);
});
