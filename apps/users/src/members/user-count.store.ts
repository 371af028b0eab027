import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { countInParts } from "@parley/runtime";
import { users } from "../schema.ts";

// The primary key alone: no row is read.
const part = statement(
  "users.users_count_part",
  { apiKeyId: users.apiKeyId, after: types.text, limit: types.bigint },
  { rows: types.integer, last: users.userId },
  `with part as materialized (
     select user_id from users where api_key_id = $apiKeyId and user_id > $after order by user_id limit $limit
   )
   select count(*)::int as rows, max(user_id) as last from part having count(*) > 0`,
);

/** How many users an API key has; no more than `most` are counted. */
export function countUsers(db: Db, apiKeyId: string, most: number): Promise<number> {
  return countInParts("", most, (after, limit) => db.row(part, { apiKeyId, after, limit }));
}
