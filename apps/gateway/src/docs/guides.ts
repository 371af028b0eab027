import type { HeaderNames } from "../credentials/credential-check.ts";
import { httpStatuses } from "../errors/error-answer.ts";

interface Installation {
  readonly names: HeaderNames;
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
}

/** The guides that come before the operations; the reference makes a page of each heading. */
export function guides(installation: Installation): string {
  return [opening, quickStart, credentials(installation), errors, pages, idempotency, webhooks, askAi, erasure, limits(installation)].join(
    "\n\n",
  );
}

const opening = `Parley stores the comments, reactions, recordings, notifications and activity of your application
(workspace > API key > organization > folder > document > location). Your server administers all of it with the operations below.
There are clients for TypeScript (\`@parley/sdk\`), Python (\`parley_sdk\`) and Go.`;

const quickStart = `# Quick start

Every operation is a \`POST\` with \`content-type: application/json\` and a body \`{"data": {…}}\`. A success returns
\`{"result": {"status": "success", "message": …, "data": …}}\`, a failure \`{"error": {"status": …, "message": …, "requestId": …}}\`.

\`\`\`ts
import { Parley } from "@parley/sdk";

const parley = new Parley({ baseUrl, apiKey, authToken });
for await (const user of parley.users.list({ organizationId: "acme" })) console.log(user.name);
\`\`\`

\`\`\`python
from parley_sdk import Parley

parley = Parley(base_url, api_key=api_key, auth_token=auth_token)
for user in parley.users.list(organization_id="acme"):
    print(user["name"])
\`\`\`

\`\`\`go
client := parley.New(parley.Options{BaseURL: baseURL, APIKey: apiKey, AuthToken: authToken})
for user, err := range client.Users.List(ctx, parley.UsersListRequest{OrganizationID: "acme"}).All() {
	fmt.Println(user.Name, err)
}
\`\`\``;

const credentials = ({ names }: Installation) => `# Credentials

Credentials are sent in headers: \`${names.apiKey}\` and \`${names.authToken}\` for most operations, \`${names.workspaceId}\` and
\`${names.authToken}\` for those of the workspace, \`${names.adminToken}\` for creating one. The API key is public, the tokens are secret. Several tokens
may be valid at a time; a revoked token stops working within five seconds.

A token has a role: \`read\` sees, \`act\` also changes content, \`administrate\` may do everything. A token of an API key can be bound to resources
(the groups of operations in this document) and to organizations. The description of each operation names the rights that it needs; without them it fails with
PERMISSION_DENIED, which names the missing right. Give each job, region and agent a token with the rights that it needs and no more.`;

const errors = `# Errors

Each failure has a status word, a message and the id of the request, which is also in the logs. INVALID_ARGUMENT lists every violation in \`details\`.
Unknown fields are refused, so that a misspelt filter is never ignored. With 429 and 503, \`retry-after\` says when to try again.

Batches answer 200 with one entry per item, keyed by the item's id; \`success: false\` marks the items that failed, with a permanent \`code\`.
Of several items with the same id in one request only the last is done, and it has the only entry: comments for one thread go into one item.

Statuses: ${Object.entries(httpStatuses)
  .map(([word, status]) => `\`${word}\` ${status}`)
  .join(" · ")}.`;

const pages = `# Paging

Lists take \`pageSize\` and \`pageToken\`. \`result.nextPageToken\` is the token of the next page, null on the last one. A token is valid for the same
filters only. Items added or removed meanwhile do not make a list skip or repeat others. The clients read all pages by themselves.`;

const idempotency = `# Idempotency

A mutation with the header \`idempotency-key\` is done once: a repeat within 24 hours gets the response of the first request, with
\`idempotent-replayed: true\`. The clients create a key for each mutation and keep it over their retries. Responses are kept for a day, up to a bound in bytes;
beyond it a repeat is only told that the request was done.
If the first request was interrupted, the repeat completes it: nothing is added twice, and an item of a deletion that no longer exists counts as
deleted. The order of keys in a repeat does not matter. A request refused as INVALID_ARGUMENT leaves its key free: correct it, and send it with the same key.`;

const webhooks = `# Webhooks

Set \`rawNotificationUrl\` (events with the whole thread) or \`processedNotificationUrl\` (events with the users to notify) with
\`/v2/workspace/webhookconfig/update\`, read the secret with \`/v2/workspace/webhooksecret/get\`, and send yourself an event with \`/v2/webhooks/test\`. Every delivery is signed (Standard
Webhooks), arrives at least once, and has the same \`webhook-id\` in all its attempts.

\`\`\`ts
const event = await parley.webhooks.unwrap(body, request.headers, secret, { privateKey });
\`\`\``;

const askAi = `# Ask AI

Store a provider's key with \`/v2/workspace/aimodelsconfig/update\`. Then \`/v2/rewriter/ask-ai\` returns the answer in one piece,
and \`/v2/rewriter/ask-ai/stream\` as it is written.

\`\`\`ts
for await (const event of await parley.ai.stream({ model: "gpt-5", prompt: "Make it polite.", text })) {
  if (event.type === "text") process.stdout.write(event.text);
}
\`\`\``;

const erasure = `# Erasure

\`/v2/users/data/delete\` removes all data of users; deleting a location, folder, document or organization removes everything in it. Deleted data is
hidden when the deletion returns. A job then removes it from every service; \`/v1/users/data/delete/status\` says how many tasks are left.`;

const limits = ({ maxBodyBytes, maxJsonDepth }: Installation) => `# Limits

- Bodies: ${maxBodyBytes} bytes, nested ${maxJsonDepth} levels deep, 1,000 items per array.
- Ids: 1 to 256 characters without control characters, case-sensitive. Names: 1,000 characters.
- Metadata of one object: 16 KiB of JSON; your own keys of a user or an attachment: 8 KiB.
- Times are milliseconds since the epoch.

The operator of an installation may have set other limits for bodies, nesting and metadata.

The operator may also have set quotas: how many users, documents, comments and so on an API key may have. Beyond a quota a new item of a batch fails with the code
\`quota_reached\`. A request that returns no items, deletes, or would create something as a side effect fails as a whole with RESOURCE_EXHAUSTED and changes nothing;
so does a change of a thread or a recording when the activity log is full. The message names the quota and its number: delete what you no longer need, or ask the operator.`;
