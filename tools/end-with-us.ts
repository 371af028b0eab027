// The numbers that a shell adds to 128 for what was ended by a signal.
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const endings = new Set<() => void>();
let listens = false;

/**
 * Calls `end` when our process exits, by itself or by a signal, unless the function that is returned is called before: what we started and would outlive
 * us ends with us. It cannot wait for anything. A program that handles signals by itself exits when it wants to.
 */
export function endWithUs(end: () => void): () => void {
  if (!listens) listen();
  listens = true;
  endings.add(end);
  return () => void endings.delete(end);
}

function listen(): void {
  process.once("exit", () => {
    for (const end of endings) end();
  });
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + number);
    });
  }
}
