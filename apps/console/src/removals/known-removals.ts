/** A removal that was begun in this browser. */
interface KnownRemoval {
  readonly jobId: string;
  readonly tasksCount: number;
  /** Whom or what it removes. */
  readonly about: string;
  readonly startedAt: number;
}

const mostKept = 50;
const nameOf = (apiKey: string) => `parley-removals ${apiKey}`;

/** The removals that were begun in this browser, newest first: a job is asked for by its id, which nobody should have to write down. */
export function knownRemovals(apiKey: string): readonly KnownRemoval[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(apiKey)) ?? "[]");
  return Array.isArray(kept) ? (kept as KnownRemoval[]) : [];
}

export function rememberRemoval(apiKey: string, removal: KnownRemoval): void {
  const others = knownRemovals(apiKey).filter(({ jobId }) => jobId !== removal.jobId);
  sessionStorage.setItem(nameOf(apiKey), JSON.stringify([removal, ...others].slice(0, mostKept)));
}
