/** A condition without which the process cannot do its work. */
interface Check {
  readonly name: string;
  readonly probe: () => Promise<void>;
  ok: boolean;
  message: string;
  checkedAtMs: number;
}

export interface CheckReport {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  /** Milliseconds since the check last finished. */
  readonly ageMs: number;
}

/** A failure that does not make the process unready. */
export interface Degradation {
  readonly name: string;
  readonly message: string;
}

const intervalMs = 1_000;
const timeoutMs = 2_000;

/**
 * Whether the process is ready for requests. Checks run in the background every second, so that asking costs nothing and a slow check
 * cannot delay the response. A process that has not started yet, or is stopping, is not ready.
 */
export class Health {
  readonly #checks: Check[] = [];
  readonly #degraded = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #stopping = false;
  #wasReady = false;

  /** Adds a check: `probe` fails with a message that an operator understands. */
  add(name: string, probe: () => Promise<void>): void {
    this.#checks.push({ name, probe, ok: false, message: "not checked yet", checkedAtMs: Date.now() });
  }

  ready(): boolean {
    return this.#started && !this.#stopping && this.#checks.every(({ ok }) => ok);
  }

  /** Reports that something was lost or is missing although the process continues; the report stays until the process ends. */
  degrade(name: string, message: string): void {
    this.#degraded.set(name, message);
  }

  report(): { ready: boolean; stopping: boolean; checks: CheckReport[]; degraded: Degradation[] } {
    const now = Date.now();
    const checks = this.#checks.map(({ name, ok, message, checkedAtMs }) => ({ name, ok, message, ageMs: now - checkedAtMs }));
    const degraded = [...this.#degraded].map(([name, message]) => ({ name, message }));
    return { ready: this.ready(), stopping: this.#stopping, checks, degraded };
  }

  /** Calls the listener whenever `ready()` has changed; returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Runs every check once, then again every second. */
  async start(): Promise<void> {
    this.#started = true;
    await this.#round();
    this.#schedule();
  }

  /** Makes the process report that it is not ready, from now on. */
  beginStop(): void {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#notify();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#again(), intervalMs);
    this.#timer.unref();
  }

  // Never rejects: each check keeps its own error.
  async #again(): Promise<void> {
    await this.#round();
    if (!this.#stopping) this.#schedule();
  }

  async #round(): Promise<void> {
    await Promise.all(this.#checks.map(runCheck));
    this.#notify();
  }

  #notify(): void {
    const ready = this.ready();
    if (ready === this.#wasReady) return;
    this.#wasReady = ready;
    for (const listener of this.#listeners) listener();
  }
}

async function runCheck(check: Check): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([check.probe(), timeout.promise]);
    check.ok = true;
    check.message = "ok";
  } catch (error) {
    check.ok = false;
    check.message = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
    check.checkedAtMs = Date.now();
  }
}
