import { type PublicTarget, personHashOf } from "@parley/audit";
import type { AuditTarget } from "@parley/contracts/workspace";
import { Failure, invalid, notFound, randomText, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { insertIntent } from "./audit-records.store.ts";
import { storedActorType } from "./audit-words.ts";

const saltLength = 22;

export const beginAuditRecord =
  ({ database }: Context): Handler<"beginAuditRecord"> =>
  async (request) => {
    const { workspaceId, recordId, action, actorId, apiKeyId, requestId, changes, isRead } = request;
    const actorType = storedActorType(request.actorType);
    if (actorType === undefined) throw invalid("actor_type", "actor_type is not one that this version knows.");
    const targets = targetsOf(request.targets);
    if (targets.people.length > 0 && apiKeyId === "") {
      throw new Failure("invalid_argument", "A record about users needs their API key.");
    }
    const isKnown = await insertIntent(database, {
      workspaceId,
      recordId,
      action,
      actorType,
      actorId,
      actorName: request.actorName || null,
      ip: request.ip || null,
      userAgent: request.userAgent || null,
      salt: randomText(saltLength),
      targets: JSON.stringify(targets.stored),
      targetIds: targets.ids,
      onApiKey: apiKeyId,
      requestId,
      changes,
      isRead,
      people: JSON.stringify(targets.people),
    });
    if (!isKnown) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
    return {};
  };

/** The stored form of targets: a user as a hash, and separately with the salt, which can be erased on its own. */
function targetsOf(targets: readonly AuditTarget[]) {
  const stored: PublicTarget[] = [];
  const ids: string[] = [];
  const people: { position: number; userId: string; salt: string }[] = [];
  for (const [position, { type, id }] of targets.entries()) {
    if (type === "user") {
      const salt = randomText(saltLength);
      people.push({ position, userId: id, salt });
      stored.push({ type, personalHash: personHashOf(salt, id) });
    } else {
      ids.push(id);
      stored.push({ type, id });
    }
  }
  return { stored, ids, people };
}
