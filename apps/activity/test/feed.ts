import { ownPostgres } from "@parley/testing";
import pg from "pg";
import { type Activity, startActivity } from "./activity.ts";

type Read = Parameters<Activity["administration"]["readChanges"]>[0] & { readonly apiKeyId: string };

/** The service, with what tests of its feed do. */
export interface Feed extends AsyncDisposable {
  readonly activity: Activity;
  /** An API key of its own, in which the documents `welcome` and `roadmap` are open. */
  freshKey(): string;
  addRecords(apiKeyId: string, ids: readonly string[], more?: object): Promise<unknown>;
  /** So many changes from the cursor on, page by page, and the cursor behind them. Other transactions of the server may hold them back for a moment. */
  read(count: number, request: Read, from?: string): ReturnType<typeof readPages>;
  /** The ids of so many records. */
  ids(count: number, request: Read, from?: string): Promise<string[]>;
  /** The ids of what there is to read at once. */
  idsNow(request: Read, cursor: string): Promise<string[]>;
  /** A transaction of another session that has written a record and is neither committed nor rolled back. */
  openTransaction(apiKeyId: string, id: string): Promise<pg.Client>;
}

/** On a server of its own: on one that others use their transactions hold the feed back. */
export async function startFeed(): Promise<Feed> {
  const server = await ownPostgres();
  const activity = await startActivity({ PARLEY_DATABASE_URL: await server.start(), PARLEY_ACTIVITY_BOOKMARK_MS: "300" });
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
