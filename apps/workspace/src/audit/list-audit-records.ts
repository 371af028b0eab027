import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PublicTarget } from "@parley/audit";
import type { AuditRecordSchema, AuditTargetSchema } from "@parley/contracts/workspace";
import { decodeCursor, encodeCursor, fittingRows, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { type AuditRecordRow, findRecords, selectRecords } from "./audit-pages.store.ts";
import { actorTypeMessage, outcomeMessage } from "./audit-words.ts";
import { sealBeforeReading } from "./seal-chain.ts";

const defaultPageSize = 100;
const latestMs = 8.64e15;
// Takes about 10 ms. A page may be empty although there are more records.
const recordsLookedThrough = 10_000;

export const listAuditRecords =
  ({ database }: Context): Handler<"listAuditRecords"> =>
  async (request) => {
    const { workspaceId, actions, actorIds, targetIds: wantedIds, apiKeyId: onApiKey } = request;
    const [before = Number.MAX_SAFE_INTEGER] = decodeCursor(request.pageToken, ["number"]) ?? [];
    if (request.pageToken === "") await sealBeforeReading(database, workspaceId);
    const { size } = pageSizeOf(request.pageSize, defaultPageSize);
    const { sequences, looked, lookedTo } = await findRecords(database, {
      workspaceId,
      before: Number(before),
      fromMs: Number(request.fromMs),
      toMs: request.toMs === 0n ? latestMs : Number(request.toMs),
      actions,
      actorIds,
      onApiKey,
      wantedIds,
      withoutReads: request.withoutReads,
      limit: size,
      scan: recordsLookedThrough,
    });
    const rows = sequences.length === 0 ? [] : await selectRecords(database, workspaceId, sequences);
    const shown = fittingRows(rows, size);
    return {
      records: shown.map((row) => recordMessage(workspaceId, row)),
      nextPageToken: nextToken(shown, sequences, { size, looked, lookedTo }),
    };
  };

// The next page begins after the last shown record if more were found, else after the last examined record if there may be more.
function nextToken(
  shown: readonly AuditRecordRow[],
  sequences: readonly number[],
  { size, looked, lookedTo }: { readonly size: number; readonly looked: number; readonly lookedTo: number | null },
): string {
  const last = shown.at(-1);
  if (last !== undefined && (shown.length < sequences.length || sequences.length === size)) return encodeCursor([last.sequence]);
  return looked === recordsLookedThrough && lookedTo !== null ? encodeCursor([lookedTo]) : "";
}

function recordMessage(workspaceId: string, row: AuditRecordRow): MessageInitShape<typeof AuditRecordSchema> {
  const { actorName, ip, userAgent, salt } = row;
  return {
    workspaceId,
    recordId: row.recordId,
    sequence: BigInt(row.sequence),
    occurredAtMs: BigInt(row.occurredAtMs),
    action: row.action,
    actorType: actorTypeMessage(row.actorType),
    actorId: row.actorId,
    ...(actorName === null ? {} : { actorName }),
    targets: targetMessages(row),
    apiKeyId: row.onApiKey,
    ...(ip === null ? {} : { ip }),
    ...(userAgent === null ? {} : { userAgent }),
    requestId: row.requestId,
    outcome: outcomeMessage(row.outcome),
    changes: [...row.changes],
    personalHash: row.personalHash,
    ...(salt === null ? {} : { salt }),
    previousHash: row.previousHash,
    hash: row.hash,
  };
}

interface Person {
  readonly position: number;
  readonly userId: string;
  readonly salt: string;
}

function targetMessages({ targets, people }: AuditRecordRow): MessageInitShape<typeof AuditTargetSchema>[] {
  const known = new Map((JSON.parse(people ?? "[]") as Person[]).map((person) => [person.position, person]));
  return (JSON.parse(targets) as PublicTarget[]).map((target, position) => {
    if ("id" in target) return target;
    const person = known.get(position);
    return { ...target, id: person?.userId ?? "", salt: person?.salt ?? "" };
  });
}
