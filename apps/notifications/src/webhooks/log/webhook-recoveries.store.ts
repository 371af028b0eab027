import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import { webhookRecoveries } from "../config/tables.ts";

const recoveryRow = {
  recoveryId: webhookRecoveries.recoveryId,
  fromMs: webhookRecoveries.fromMs,
  toMs: webhookRecoveries.toMs,
  recovered: webhookRecoveries.recovered,
  skipped: webhookRecoveries.skipped,
  startedAtMs: webhookRecoveries.startedAtMs,
  completedAtMs: webhookRecoveries.completedAtMs,
  /** The endpoint whose deliveries are recovered; empty for all. */
  target: webhookRecoveries.target,
};

export type RecoveryRow = ValuesOf<typeof recoveryRow>;

const columns = sql`${webhookRecoveries.recoveryId}, ${webhookRecoveries.fromMs}, ${webhookRecoveries.toMs},
${webhookRecoveries.recovered}, ${webhookRecoveries.skipped}, ${webhookRecoveries.startedAtMs}, ${webhookRecoveries.completedAtMs},
${webhookRecoveries.target}`;

interface NewRecovery {
  readonly apiKeyId: string;
  readonly recoveryId: string;
  readonly fromMs: number;
  /** 0 stands for now. */
  readonly toMs: number;
  readonly target: string;
  readonly maxRunning: number;
}

// Most completed recoveries kept; older ones are deleted when another starts.
const keptCompleted = 100;

// Two recoveries that start at the same time may both be admitted: the limit protects the queue and need not be exact.
const insert = statement(
  "notifications.webhook_recovery_insert",
  {
    apiKeyId: webhookRecoveries.apiKeyId,
    recoveryId: webhookRecoveries.recoveryId,
    fromMs: webhookRecoveries.fromMs,
    toMs: webhookRecoveries.toMs,
    target: webhookRecoveries.target,
    maxRunning: types.integer,
  },
  recoveryRow,
  sql`with forgotten as (
     delete from ${webhookRecoveries} where ${webhookRecoveries.apiKeyId} = $apiKeyId and ctid = any(array(
       select ctid from ${webhookRecoveries} where ${webhookRecoveries.apiKeyId} = $apiKeyId
         and ${webhookRecoveries.completedAtMs} is not null
       order by ${webhookRecoveries.completedAtMs} desc, ${webhookRecoveries.recoveryId} offset ${keptCompleted}))
   )
   insert into ${webhookRecoveries} (${webhookRecoveries.apiKeyId}, ${webhookRecoveries.recoveryId}, ${webhookRecoveries.fromMs},
     ${webhookRecoveries.toMs}, ${webhookRecoveries.target})
   select $apiKeyId, $recoveryId, $fromMs::bigint, case when $toMs::bigint = 0 then ${nowMs} else $toMs::bigint end, $target
   where (select count(*) from ${webhookRecoveries} where ${webhookRecoveries.apiKeyId} = $apiKeyId
     and ${webhookRecoveries.completedAtMs} is null) < $maxRunning::integer
   returning ${columns}`,
);

/** Adds a recovery. Returns undefined while too many are running. */
export function insertRecovery(tx: Db, recovery: NewRecovery): Promise<RecoveryRow | undefined> {
  return tx.row(insert, recovery);
}

const select = statement(
  "notifications.webhook_recovery",
  { apiKeyId: webhookRecoveries.apiKeyId, recoveryId: webhookRecoveries.recoveryId },
  recoveryRow,
  sql`select ${columns} from ${webhookRecoveries} where ${webhookRecoveries.apiKeyId} = $apiKeyId
    and ${webhookRecoveries.recoveryId} = $recoveryId`,
);

export function selectRecovery(db: Db, apiKeyId: string, recoveryId: string): Promise<RecoveryRow | undefined> {
  return db.row(select, { apiKeyId, recoveryId });
}

const complete = statement(
  "notifications.webhook_recovery_complete",
  { apiKeyId: webhookRecoveries.apiKeyId, recoveryId: webhookRecoveries.recoveryId },
  {},
  sql`update ${webhookRecoveries} set ${webhookRecoveries.completedAtMs} = ${nowMs}
   where ${webhookRecoveries.apiKeyId} = $apiKeyId and ${webhookRecoveries.recoveryId} = $recoveryId`,
);

export async function completeRecovery(tx: Db, apiKeyId: string, recoveryId: string): Promise<void> {
  await tx.run(complete, { apiKeyId, recoveryId });
}
