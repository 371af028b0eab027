import { AsyncLocalStorage } from "node:async_hooks";

type Fetch = typeof globalThis.fetch;

const scope = new AsyncLocalStorage<Fetch>();
let installed = false;

/**
 * Runs work whose calls of the global `fetch` use another one, for a library that accepts none. All other work in the process keeps the
 * global one.
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
