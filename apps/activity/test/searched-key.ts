import type { SearchCommentAnnotationsRequest } from "@parley/contracts/activity";
import { querySql, until } from "@parley/testing";
import { type Activity, alice } from "./activity.ts";

let keys = 0;

type Search = Partial<Omit<SearchCommentAnnotationsRequest, "$typeName">>;

/** A new API key with helpers for tests. */
export function searchedKey(activity: Activity, isSearched: boolean) {
  const apiKeyId = `pk_search_${++keys}`;
  const { administration, surroundings, databaseUrl } = activity;
  if (isSearched) surroundings.searchedKeys.add(apiKeyId);
  surroundings.open(apiKeyId, "acme", "welcome", "roadmap", "hidden");
  surroundings.open(apiKeyId, "globex", "welcome");
  const search = (query: string, more: Search = {}) =>
    administration.searchCommentAnnotations({ apiKeyId, organizationId: "acme", query, ...more });
  return {
    apiKeyId,
    search,
    async ids(query: string, more: Search = {}) {
      return (await search(query, more)).threads.map(({ annotation }) => annotation?.annotationId);
    },
    async add(
      annotationId: string,
      texts: readonly string[],
      more: { documentId?: string; organizationId?: string; status?: string; createdAtMs?: bigint } = {},
    ) {
      const { documentId = "welcome", organizationId = "acme", status = "OPEN", ...created } = more;
      const comments = texts.map((text, index) => ({ author: alice, comment: { commentId: `c${index + 1}`, text } }));
      const annotations = [{ annotation: { annotationId, status }, comments, ...created }];
      await administration.addCommentAnnotations({ apiKeyId, organizationId, documentId, annotations });
    },
    turnOff: () => surroundings.indexedKeys.delete(apiKeyId),
    /** Waits until every comment is in the index and no worker has claimed the index. */
    indexed: async () => {
      surroundings.indexedKeys.add(apiKeyId);
      await until(async () => {
        const rows = await querySql<{ all: boolean }>(
          databaseUrl,
          `select below_ref <= oldest_ref and leased_until_ms = 0 and not exists (
             select from activity.comments c where c.api_key_id = k.api_key_id and not exists (
               select from activity.search_comments s where s.api_key_id = c.api_key_id and s.annotation_ref = c.annotation_ref
                 and s.comment_id = c.comment_id)) as all
           from activity.search_keys k where api_key_id = $1`,
          [apiKeyId],
        );
        return rows[0]?.all ?? false;
      });
    },
    /** Waits until the index has the last version of every comment. */
    caughtUp: () =>
      until(async () => {
        const behind = await querySql(
          databaseUrl,
          `select from activity.search_keys k join activity.comments c using (api_key_id) where api_key_id = $1
             and (c.written_position, c.annotation_ref, c.comment_id) > (k.written_position, k.written_ref, k.written_comment_id)`,
          [apiKeyId],
        );
        return behind.length === 0;
      }),
    /** Claims the index without end, so that nothing is indexed from now on. */
    async hold() {
      await until(async () => {
        const held = await querySql(
          databaseUrl,
          "update activity.search_keys set leased_until_ms = 9000000000000000 where api_key_id = $1 and leased_until_ms = 0 returning 1",
          [apiKeyId],
        );
        return held.length === 1;
      });
    },
    /** Adds `count` empty segments that are newer than all threads. */
    addSegments: (count: number) =>
      querySql(
        databaseUrl,
        `insert into activity.search_segments (api_key_id, organization_id, from_ms, from_ref, segment)
         select $1, 'acme', 8000000000000 + n, 0, 1000 + n from generate_series(1, $2::int) n`,
        [apiKeyId, count],
      ),
    letGo: () => querySql(databaseUrl, "update activity.search_keys set leased_until_ms = 0 where api_key_id = $1", [apiKeyId]),
    rows: async () =>
      (
        await querySql<{ n: number }>(databaseUrl, "select count(*)::int as n from activity.search_comments where api_key_id = $1", [
          apiKeyId,
        ])
      )[0]?.n,
  };
}
