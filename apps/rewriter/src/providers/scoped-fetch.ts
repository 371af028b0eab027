import { AsyncLocalStorage } from "node:async_hooks";

type Fetch = typeof globalThis.fetch;

const scope = new AsyncLocalStorage<Fetch>();
let installed = false;

/**
 * Runs work in which the global `fetch` is replaced, for a library that does not accept another one. The rest of the process keeps the
 * original.
 */
export function withGlobalFetch<Result>(fetch: Fetch, work: () => Result): Result {
  install();
  return scope.run(fetch, work);
}

function install(): void {
  if (installed) return;
  installed = true;
  const native = globalThis.fetch;
  globalThis.fetch = (input, init) => (scope.getStore() ?? native)(input, init);
}
