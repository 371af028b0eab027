import { withConstants } from "@parley/runtime";
import { ownPostgres } from "@parley/testing";
import pg from "pg";
import { type Activity, startActivity } from "./activity.ts";

type Read = Parameters<Activity["administration"]["readChanges"]>[0] & { readonly apiKeyId: string };

/** The service with helpers for tests of its feed. */
export interface Feed extends AsyncDisposable {
  readonly activity: Activity;
  /** A new API key, in which the documents `welcome` and `roadmap` are open. */
  freshKey(): string;
  addRecords(apiKeyId: string, ids: readonly string[], more?: object): Promise<unknown>;
  /**
   * Reads a number of changes from the cursor on, page by page, and returns the cursor behind them. Other transactions of the server may
   * delay them for a moment.
   */
  read(count: number, request: Read, from?: string): ReturnType<typeof readPages>;
  /** The ids of a number of records. */
  ids(count: number, request: Read, from?: string): Promise<string[]>;
  /** The ids of the records that can be read at once. */
  idsNow(request: Read, cursor: string): Promise<string[]>;
  /** A transaction of another session that has written a record and is still open. */
  openTransaction(apiKeyId: string, id: string): Promise<pg.Client>;
}

/** Uses a server of its own, because transactions of other tests on a shared one would delay the feed. */
export async function startFeed(): Promise<Feed> {
  const server = await ownPostgres();
  const activity = await startActivity({ PARLEY_DATABASE_URL: await server.start(), ...withConstants({ bookmarkMs: 300 }) });
  const { administration, surroundings } = activity;
  let keys = 0;
  const read = (count: number, request: Read, from = "start") => readPages(activity, count, request, from);
  return {
    activity,
    freshKey() {
      const apiKeyId = `pk_feed_${++keys}`;
      surroundings.open(apiKeyId, "acme", "welcome", "roadmap");
      surroundings.open(apiKeyId, "globex", "welcome");
      return apiKeyId;
    },
    addRecords(apiKeyId, ids, more = {}) {
      const activities = ids.map((id) => ({ id, actionType: "custom.act", documentId: "welcome", ...more }));
      return administration.addActivities({ apiKeyId, organizationId: "acme", activities });
    },
    read,
    ids: async (count, request, from) => (await read(count, request, from)).changes.map(({ activityId }) => activityId),
    async idsNow(request, cursor) {
      return (await administration.readChanges({ ...request, cursor })).changes.map(({ activityId }) => activityId);
    },
    openTransaction: (apiKeyId, id) => openTransaction(activity.databaseUrl, apiKeyId, id),
    async [Symbol.asyncDispose]() {
      await activity[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function readPages({ administration }: Activity, count: number, request: Read, from: string) {
  const changes = [];
  let cursor = from;
  for (let pages = 0; pages < 200 && changes.length < count; pages++) {
    const page = await administration.readChanges({ ...request, cursor, waitMs: 1_000 });
    changes.push(...page.changes);
    cursor = page.nextCursor;
  }
  return { changes, cursor };
}

async function openTransaction(connectionString: string, apiKeyId: string, id: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("begin");
  await client.query(
    `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, immutable)
     values ($1, 'acme', $2, 'welcome', 'custom', 'custom.act', false)`,
    [apiKeyId, id],
  );
  return client;
}
