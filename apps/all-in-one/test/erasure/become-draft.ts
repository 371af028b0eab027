import { webhookTriggersTopic } from "@parley/contracts/topics";
import { event } from "@parley/messaging";
import { querySql } from "@parley/testing";
import { expect } from "vitest";

/** Turns the delivery of a reply into one that was created while users were unavailable: with the event in place of the body. */
export async function becomeDraft(databaseUrl: string, apiKeyId: string, [gone, stays]: readonly [string, string]): Promise<void> {
  const comment = (from: string) => ({ commentId: from, from: { userId: from }, commentText: `text of ${from}`, createdAt: 1 });
  const { payload } = event(webhookTriggersTopic, {
    apiKeyId,
    key: "",
    subjects: [],
    message: {
      apiKeyId,
      trigger: "comment.add",
      annotationJson: JSON.stringify({ involvedUsers: [], mentionedUsers: [], comments: [comment(gone), comment(stays)] }),
      targetCommentJson: JSON.stringify(comment(stays)),
      commentsStoredAtMs: [1n, BigInt(Date.now())],
      actorJson: JSON.stringify({ userId: stays }),
    },
  });
  const changed = await querySql(
    databaseUrl,
    `update notifications.webhook_payloads p set body = default, event = $1 from notifications.webhook_deliveries d
     where d.subjects @> array[$2] and p.api_key_id = d.api_key_id and p.delivery_id = d.delivery_id returning 1`,
    [Buffer.from(payload), `user:${stays}`],
  );
  expect(changed).toHaveLength(1);
}
