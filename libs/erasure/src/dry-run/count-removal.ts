import type { RemovalScope } from "@parley/contracts/erasure";
import type { Database } from "@parley/database";
import { scopeOf } from "../model/owners.ts";
import { type Eraser, type Erasers, type Erasure, type ErasureService, knownKind, type RangePage } from "../model/plan.ts";

/** The number of rows that a removal would erase or change in a collection. */
interface CollectionCount {
  readonly collection: string;
  /** Exact unless `more` is set. */
  readonly rows: bigint;
  /** Whether there are more rows than are counted. */
  readonly more: boolean;
}

/** Rows are counted up to this number. */
const mostRows = 100_000;
// A removal of a folder may involve any number of documents, and one of users any number of organizations.
const mostRanges = 100_000;
// Each count takes a connection; the rest are left for other requests.
const atOnce = 2;
// Later than any existing row, whatever the clocks of services say.
const endOfTimeMs = Number.MAX_SAFE_INTEGER;

/** The erasure that a request for a count describes: it has no job, and every existing row is in its scope. */
export function wouldBe({ apiKeyId, scope }: { readonly apiKeyId: string; readonly scope?: RemovalScope | undefined }): Erasure {
  return { apiKeyId, jobId: "", kind: knownKind(scope?.kind ?? ""), requestedAtMs: endOfTimeMs, scope: scopeOf(scope) };
}

/**
 * Counts the rows that a removal would erase from the collections of a service, and from those in `further`, which receive the limit.
 * Reads only by indexes and changes nothing.
 */
export async function countRemoval<Service extends ErasureService>(
  database: Database,
  erasers: Erasers<Service>,
  erasure: Erasure,
  further: Readonly<Record<string, (limit: number) => Promise<number>>> = {},
): Promise<CollectionCount[]> {
  const own = Object.entries(erasers[erasure.kind] as Readonly<Record<string, Eraser>>).filter(([collection]) => !(collection in further));
  const left = [
    ...own.map(([collection, eraser]) => [collection, (limit: number) => rowsIn(database, eraser, erasure, limit)] as const),
    ...Object.entries(further),
  ];
  const counts: CollectionCount[] = [];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [collection, count] = next;
      const rows = await count(mostRows + 1);
      counts.push({ collection, rows: BigInt(Math.min(rows, mostRows)), more: rows > mostRows });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts.toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
}

/** The number of rows of a collection that fall under an erasure, counted up to the limit. */
export async function rowsIn(db: Database, eraser: Eraser, erasure: Erasure, limit: number): Promise<number> {
  let rows = 0;
  let looked = 0;
  for (let page: string | undefined = ""; page !== undefined; ) {
    const { ranges, next }: RangePage = await eraser.ranges(db, erasure, page);
    looked += ranges.length;
    if (ranges.length > 0) rows += await eraser.count(db, { erasure, ranges, limit: limit - rows });
    if (rows >= limit || (looked > mostRanges && next !== undefined)) return limit;
    page = next;
  }
  return rows;
}
