import { type Db, statement } from "@parley/database";

export interface RecoveryRow {
  readonly recoveryId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly recovered: number;
  readonly skipped: number;
  readonly startedAtMs: number;
  readonly completedAtMs: number | null;
}

const columns = "recovery_id, from_ms, to_ms, recovered, skipped, started_at_ms, completed_at_ms";

interface NewRecovery {
  readonly apiKeyId: string;
  readonly recoveryId: string;
  readonly fromMs: number;
  /** 0 means now. */
  readonly toMs: number;
  readonly maxRunning: number;
}

// Two that start at the same moment may both see room: the bound is there for the queue, not for its last place.
const insert = statement<NewRecovery, RecoveryRow>(
  "notifications.webhook_recovery_insert",
  `insert into webhook_recoveries (api_key_id, recovery_id, from_ms, to_ms)
   select $apiKeyId, $recoveryId, $fromMs::bigint, case when $toMs::bigint = 0 then now_ms() else $toMs::bigint end
   where (select count(*) from webhook_recoveries where api_key_id = $apiKeyId and completed_at_ms is null) < $maxRunning::integer
   returning ${columns}`,
);

/** Undefined while too many run. */
export function insertRecovery(tx: Db, recovery: NewRecovery): Promise<RecoveryRow | undefined> {
  return tx.row(insert, recovery);
}

const select = statement<{ apiKeyId: string; recoveryId: string }, RecoveryRow>(
  "notifications.webhook_recovery",
  `select ${columns} from webhook_recoveries where api_key_id = $apiKeyId and recovery_id = $recoveryId`,
);

export function selectRecovery(db: Db, apiKeyId: string, recoveryId: string): Promise<RecoveryRow | undefined> {
  return db.row(select, { apiKeyId, recoveryId });
}

const complete = statement<{ apiKeyId: string; recoveryId: string }>(
  "notifications.webhook_recovery_complete",
  "update webhook_recoveries set completed_at_ms = now_ms() where api_key_id = $apiKeyId and recovery_id = $recoveryId",
);

export async function completeRecovery(tx: Db, apiKeyId: string, recoveryId: string): Promise<void> {
  await tx.run(complete, { apiKeyId, recoveryId });
}
