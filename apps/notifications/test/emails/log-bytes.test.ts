import { toBinary } from "@bufbuild/protobuf";
import { type GetEmailsResponse, GetEmailsResponseSchema } from "@parley/contracts/notifications";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmailsTestService, startEmails } from "./emails-service.ts";

let service: EmailsTestService;
const apiKeyId = "pk_large";
const count = 1_000;

// Ids and responses of the greatest length and, for some mails, long texts of many comments.
beforeAll(async () => {
  service = await startEmails();
  await querySql(
    service.databaseUrl,
    `insert into notifications.emails (api_key_id, created_at_ms, public_id, organization_id, document_id, annotation_id, user_id, state, reason, attempts,
         item_count, address, response, error_class, error, subjects)
       select '${apiKeyId}', extract(epoch from now()) * 1000 - n, 'em_' || n, repeat('👍', 256), repeat('👍', 256), repeat('👍', 256), repeat('👍', 256),
         'failed', 'attempts_exhausted', 9, 50, 'u@acme.example', repeat('é', 1000), 'temporary', 'No room.', array['user:u']
       from generate_series(1, ${count}) n;
     insert into notifications.email_items (api_key_id, organization_id, email_id, kind, is_directed, comment_id, actor_id, actor_name, item_text, written_at_ms)
       select api_key_id, 'acme', email_id, 'comment', true, 'c' || item, 'alice', 'Alice', repeat('é', 20000), 1
       from notifications.emails, generate_series(1, 50) item where public_id in ('em_1', 'em_2', 'em_3');`,
  );
});

afterAll(() => service?.stop());

function bytesOf(page: GetEmailsResponse): number {
  return toBinary(GetEmailsResponseSchema, page).byteLength;
}

/** Reads all pages; returns the ids, and fails if a page is too large. */
async function readAll(request: { readonly pageSize?: number; readonly emailIds?: string[] }): Promise<string[]> {
  const seen: string[] = [];
  let pageToken = "";
  do {
    const page = await service.emails.getEmails({ apiKeyId, ...request, pageToken });
    expect(bytesOf(page)).toBeLessThan(0.32 * 1024 * 1024);
    seen.push(...page.emails.map(({ emailId }) => emailId));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return seen;
}

const all = Array.from({ length: count }, (_, index) => `em_${index + 1}`);

test("a page of the largest mails ends at 256 KiB, and the pages hold each mail once", async () => {
  expect(await readAll({ pageSize: 1_000 })).toEqual(all);
});

test("pages of mails requested by id end at 256 KiB too, and continue after the token", async () => {
  expect(await readAll({ emailIds: all })).toEqual(all);
});

test("lists show three items and 500 characters of each, a single mail the newest fifty with 16,384", async () => {
  const { emails } = await service.emails.getEmails({ apiKeyId, pageSize: 1 });
  const alone = await service.emails.getEmails({ apiKeyId, emailIds: ["em_1"] });

  expect(emails[0]?.items.map(({ commentId, text }) => [commentId, text])).toEqual(
    ["c48", "c49", "c50"].map((id) => [id, "é".repeat(500)]),
  );
  expect(alone.emails[0]?.items).toHaveLength(50);
  expect(alone.emails[0]?.items[0]?.text).toBe("é".repeat(16_384));
});
