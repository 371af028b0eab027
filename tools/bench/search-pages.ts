import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { withClient } from "../installation/with-client.ts";
import { secondsToIndex } from "./search-indexing.ts";
import { loneUser, oftenOnce, oftenTwice, oneDocument, organizationId, searchedKey, someUser } from "./search-plant.ts";

const path = "/v2/commentannotations/search";
const warmUps = 10;
const searches = 30;
const deepPages = 20;

/** The durations of one kind of search in ms, and the limit for their median. */
interface Search {
  readonly what: string;
  readonly took: readonly number[];
  readonly mostMs: number;
}

type Request = Readonly<Record<string, unknown>>;

/** Limits in ms for the pages of usual requests, and of the most expensive ones. */
const [usualMs, worstMs] = [20, 40] as const;

const firstPages: Readonly<Record<string, Request>> = {
  "a word in every comment": { query: "everywhere " },
  "a word in a single comment": { query: "zanzibar" },
  "a prefix of two letters": { query: "ga" },
  "a word in no comment": { query: "nowhereatall" },
  "a word in every comment of the older half": { query: "ancient " },
  "a word in every comment and one in a single one": { query: "zanzibar everywhere" },
  "a word in every comment, in one document": { query: "everywhere ", documentId: oneDocument },
  "a word in every comment, in a document with one thread": { query: "everywhere ", documentId: "lone" },
  "a word in every comment, of one user": { query: "everywhere ", userId: someUser },
  "a word in every comment, of a user with one thread": { query: "everywhere ", userId: loneUser },
  "thirty-two words of one letter": { query: [..."abcdefghijklmnopqrstuvwxyz012345"].join(" ") },
};

// A status does not narrow the scan: a request reads as many threads as it may. Two words that each second comment has one of are looked up in all segments.
const worstPages: Readonly<Record<string, Request>> = {
  "a word in every comment, with a status of one thread": { query: "everywhere ", statusIds: ["LONE"] },
  "two frequent words that no comment has both of": { query: `${oftenOnce} ${oftenTwice} ` },
};

// This index is dropped while the service indexes the comments, and then created at once: that takes a third of the time.
const termsIndex = `set maintenance_work_mem = '512MB';
  create index search_comments_by_terms on activity.search_comments using gin (terms) with (fastupdate = true, gin_pending_list_limit = 64);
  analyze`;

/**
 * Searches `comments` comments of one organization: first pages of every kind, and pages far behind them. Reports each when it is measured.
 */
export async function searchPages(databaseUrl: string, comments: number, tell: (search: Search) => void): Promise<void> {
  await using installation = await startInstallation({ shape: "all-in-one", databaseUrl });
  const customer = await searchedKey(installation, comments);
  await withClient(databaseUrl, (client) => client.query("drop index activity.search_comments_by_terms"));
  await secondsToIndex(customer);
  await withClient(databaseUrl, (client) => client.query(termsIndex));
  for (const [what, request] of Object.entries(firstPages)) {
    tell({ what: `First page for ${what}`, took: await timesOf(customer, request), mostMs: usualMs });
  }
  for (const [what, request] of Object.entries(worstPages)) {
    tell({ what: `First page for ${what}`, took: await timesOf(customer, request), mostMs: worstMs });
  }
  for (const [what, query] of [
    ["a word in every comment", "everywhere "],
    ["a word in every comment of the older half", "ancient "],
  ] as const) {
    const pageToken = await tokenOf(customer, { query, pageSize: 100 });
    tell({
      what: `Page after ${100 * deepPages} threads for ${what}`,
      took: await timesOf(customer, { query, pageToken }),
      mostMs: usualMs,
    });
  }
}

async function timesOf(customer: Caller, request: Request): Promise<number[]> {
  const took: number[] = [];
  for (let search = 0; search < warmUps + searches; search++) {
    const beganMs = performance.now();
    await customer.ask(path, { organizationId, ...request });
    if (search >= warmUps) took.push(performance.now() - beganMs);
  }
  return took;
}

/** The token of a page far behind the first one. */
async function tokenOf(customer: Caller, request: Request): Promise<string> {
  let pageToken: string | undefined;
  for (let page = 0; page < deepPages; page++) {
    const { text } = await customer.post(path, { organizationId, ...request, pageToken });
    pageToken = (JSON.parse(text) as { result: { nextPageToken: string } }).result.nextPageToken;
  }
  return pageToken ?? "";
}
