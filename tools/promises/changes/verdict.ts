/** What a reader of a feed received. */
interface Told {
  readonly from: string;
  readonly told: readonly string[];
  readonly isStream: boolean;
  readonly resumes: number;
  readonly restarts: number;
  /** How often its connection broke. */
  readonly broken: number;
  readonly refusals: readonly string[];
}

/**
 * Compares what each reader received with the order of the table: everything since its first record, or from the start, each once.
 * `breaks`: whether connections may break.
 */
export function verdictOf(
  order: readonly string[],
  readers: readonly Told[],
  { breaks }: { readonly breaks: boolean },
): { readonly sentences: string[]; readonly summary: string } {
  const placeOf = new Map(order.map((id, place) => [id, place]));
  const sentences = readers.flatMap((reader, number) => {
    const name = `Reader ${number} (${reader.isStream ? "stream" : "pages"}, from ${reader.from === "start" ? "the start" : "in between"})`;
    const broken = breaks || reader.broken === 0 ? [] : [`had ${reader.broken} connections that broke`];
    return [...faultsOf(order, placeOf, reader), ...broken, ...reader.refusals.slice(0, 3).map((refusal) => `was answered ${refusal}`)].map(
      (fault) => `${name} ${fault}.`,
    );
  });
  const sum = (count: (reader: Told) => number) => readers.reduce((total, reader) => total + count(reader), 0);
  const summary =
    `${readers.length} readers received ${sum(({ told }) => told.length)} changes, reconnected ${sum(({ resumes }) => resumes)} times, ` +
    `of which ${sum(({ broken }) => broken)} because a connection broke, started over ${sum(({ restarts }) => restarts)} times; wrong: ${sentences.length}.`;
  return { sentences, summary };
}

function faultsOf(order: readonly string[], placeOf: ReadonlyMap<string, number>, { from, told }: Told): string[] {
  const [first] = told;
  if (first === undefined) return order.length === 0 || from !== "start" ? [] : ["was told nothing"];
  const begin = from === "start" ? 0 : placeOf.get(first);
  if (begin === undefined) return [`received ${first} first, which is not in the table`];
  const twice = told.length - new Set(told).size;
  if (twice > 0) return [`was told ${twice} changes twice`];
  const unknown = told.filter((id) => !placeOf.has(id));
  if (unknown.length > 0) return [`received ${unknown.length} changes that are not in the table`];
  const known = new Set(told);
  const missing = order.slice(begin).filter((id) => !known.has(id));
  if (missing.length > 0) return [`did not receive ${missing.length} changes, the first ${missing[0]}`];
  return told.every((id, place) => order[begin + place] === id) ? [] : ["had another order"];
}
