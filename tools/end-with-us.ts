// The signal numbers that a shell adds to 128 in the exit code.
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const endings = new Set<() => void>();
let listens = false;

/**
 * Calls `end` when our process exits, by itself or by a signal, unless the returned function is called before. It is for children that
 * would outlive us. `end` cannot wait for anything. A program that handles signals exits in its own time.
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
