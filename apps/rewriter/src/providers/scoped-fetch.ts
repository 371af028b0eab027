import { AsyncLocalStorage } from "node:async_hooks";

type Fetch = typeof globalThis.fetch;

const scope = new AsyncLocalStorage<Fetch>();
let installed = false;

/**
 * Runs work whose calls of the global `fetch` go to another one: for a library that accepts none. Everything else in the process keeps the
 * global one, also while the work runs.
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
