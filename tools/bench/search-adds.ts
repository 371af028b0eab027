import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { startInstallation } from "../installation/installation.ts";
import type { ScratchPostgres } from "../installation/scratch-postgres.ts";
import { withClient } from "../installation/with-client.ts";
import { adderOf } from "./changes-adds.ts";
import { closedLoop } from "./figures.ts";

const rounds = 9;
const roundMs = 3_000;

/** How many times as long adding comments takes with search as without, for each of several rounds on two new databases. */
export async function addsWithSearch(createDatabase: ScratchPostgres["createDatabase"]): Promise<number[]> {
  const databases = [await createDatabase("with"), await createDatabase("without")] as const;
  await using withSearch = await startInstallation({ shape: "all-in-one", databaseUrl: databases[0] });
  await using without = await startInstallation({ shape: "all-in-one", databaseUrl: databases[1], builds: false });
  const adders = [await adderOf(withSearch, true), await adderOf(without)] as const;
  const added = async (which: 0 | 1) => {
    // Finishes the indexing and the vacuum of the previous measurement, so that the next one does not pay for it.
    await withClient(databases[0], caughtUp);
    for (const url of databases) await withClient(url, (client) => client.query("vacuum analyze"));
    return (await closedLoop(32, roundMs, adders[which])).perSecond;
  };
  for (const which of [0, 1] as const) await added(which);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The order alternates, because the first measurement of a round may affect the second.
    const [first, second] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const [one, other] = [await added(first), await added(second)];
    ratios.push(round % 2 === 0 ? other / one : one / other);
  }
  return ratios;
}

async function caughtUp(client: pg.Client): Promise<void> {
  const behind = `select from activity.search_keys k join activity.comments c using (api_key_id)
    where (c.written_position, c.annotation_ref, c.comment_id) > (k.written_position, k.written_ref, k.written_comment_id) limit 1`;
  while ((await client.query(behind)).rowCount !== 0) await delay(50);
}
