import { type Db, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { webhookRecoveries } from "../config/tables.ts";

const recoveryRow = {
  recoveryId: webhookRecoveries.recoveryId,
  fromMs: webhookRecoveries.fromMs,
  toMs: webhookRecoveries.toMs,
  recovered: webhookRecoveries.recovered,
  skipped: webhookRecoveries.skipped,
  startedAtMs: webhookRecoveries.startedAtMs,
  completedAtMs: webhookRecoveries.completedAtMs,
};

export type RecoveryRow = ValuesOf<typeof recoveryRow>;

const columns = "recovery_id, from_ms, to_ms, recovered, skipped, started_at_ms, completed_at_ms";

interface NewRecovery {
  readonly apiKeyId: string;
  readonly recoveryId: string;
  readonly fromMs: number;
  /** 0 means now. */
  readonly toMs: number;
  readonly maxRunning: number;
}

// Completed ones beyond so many are forgotten when another one starts.
const keptCompleted = 100;

// Two that start at the same time may both be admitted: the limit protects the queue and need not be exact.
const insert = statement(
  "notifications.webhook_recovery_insert",
  {
    apiKeyId: webhookRecoveries.apiKeyId,
    recoveryId: webhookRecoveries.recoveryId,
    fromMs: webhookRecoveries.fromMs,
    toMs: webhookRecoveries.toMs,
    maxRunning: types.integer,
  },
  recoveryRow,
  `with forgotten as (
     delete from webhook_recoveries where api_key_id = $apiKeyId and ctid = any(array(
       select ctid from webhook_recoveries where api_key_id = $apiKeyId and completed_at_ms is not null
       order by completed_at_ms desc, recovery_id offset ${keptCompleted}))
   )
   insert into webhook_recoveries (api_key_id, recovery_id, from_ms, to_ms)
   select $apiKeyId, $recoveryId, $fromMs::bigint, case when $toMs::bigint = 0 then now_ms() else $toMs::bigint end
   where (select count(*) from webhook_recoveries where api_key_id = $apiKeyId and completed_at_ms is null) < $maxRunning::integer
   returning ${columns}`,
);

/** Undefined while too many are running. */
export function insertRecovery(tx: Db, recovery: NewRecovery): Promise<RecoveryRow | undefined> {
  return tx.row(insert, recovery);
}

const select = statement(
  "notifications.webhook_recovery",
  { apiKeyId: webhookRecoveries.apiKeyId, recoveryId: webhookRecoveries.recoveryId },
  recoveryRow,
  `select ${columns} from webhook_recoveries where api_key_id = $apiKeyId and recovery_id = $recoveryId`,
);

export function selectRecovery(db: Db, apiKeyId: string, recoveryId: string): Promise<RecoveryRow | undefined> {
  return db.row(select, { apiKeyId, recoveryId });
}

const complete = statement(
  "notifications.webhook_recovery_complete",
  { apiKeyId: webhookRecoveries.apiKeyId, recoveryId: webhookRecoveries.recoveryId },
  {},
  "update webhook_recoveries set completed_at_ms = now_ms() where api_key_id = $apiKeyId and recovery_id = $recoveryId",
);

export async function completeRecovery(tx: Db, apiKeyId: string, recoveryId: string): Promise<void> {
  await tx.run(complete, { apiKeyId, recoveryId });
}
