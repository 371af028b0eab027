import type { HeaderNames } from "../credentials/credential-check.ts";
import { httpStatuses } from "../errors/error-answer.ts";

interface Installation {
  readonly names: HeaderNames;
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
}

/** What a reader should know before any operation; the reference makes a page of each heading. */
export function guides(installation: Installation): string {
  return [opening, quickStart, credentials(installation), errors, pages, idempotency, webhooks, askAi, erasure, limits(installation)].join(
    "\n\n",
  );
}

const opening = `Parley stores the comments, reactions, recordings, notifications and activity of your application
(workspace > API key > organization > folder > document > location). Your server administers all of it with the operations below.
There are clients for TypeScript (\`@parley/sdk\`), Python (\`parley_sdk\`) and Go.`;

const quickStart = `# Quick start

Every operation is a \`POST\` with \`content-type: application/json\` and a body \`{"data": {…}}\`. A success answers
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

They travel in headers: \`${names.apiKey}\` and \`${names.authToken}\` for most operations, \`${names.workspaceId}\` and
\`${names.authToken}\` for those of the workspace, \`${names.adminToken}\` for creating one. The API key is public, the tokens are secret. Several tokens
may be valid at a time; one that is revoked stops within five seconds.

A token has a role: \`read\` sees, \`act\` also changes content, \`administrate\` may do everything. One of an API key can be bound to resources
(the groups of operations in this document) and to organizations. An operation that needs more fails with PERMISSION_DENIED, which says what is missing; each says
below what it needs. Give each job, region and agent a token that can do its work and no more.`;

const errors = `# Errors

Each failure has a status word, a sentence and the id of the request, which the logs have too. INVALID_ARGUMENT lists every violation in \`details\`.
Unknown fields are refused, so that a misspelt filter is never ignored. 429 and 503 say in \`retry-after\` when to try again.

Batches answer 200 with one entry per item, keyed by the item's id; \`success: false\` marks the items that failed, with a permanent \`code\`.

Statuses: ${Object.entries(httpStatuses)
  .map(([word, status]) => `\`${word}\` ${status}`)
  .join(" · ")}.`;

const pages = `# Paging

Lists take \`pageSize\` and \`pageToken\`. \`result.nextPageToken\` is the token of the next page, null on the last one. A token is good for the same
filters only. What is added or removed meanwhile moves nothing else out of the listing. The clients go over all pages by themselves.`;

const idempotency = `# Idempotency

A mutation with the header \`idempotency-key\` is done once: a repeat within 24 hours answers what the first one answered, with
\`idempotent-replayed: true\`. The clients make a key for each mutation and keep it over their retries. The answers of a day are kept up to a bound in bytes;
past it a repeat is told that the request was done.
When the first request was broken off and nobody knows how far it came, the repeat completes it: what was added is not added again, and what a deletion
names and is not there counts as deleted.`;

const webhooks = `# Webhooks

Set \`rawNotificationUrl\` (what happened, with the whole thread) or \`processedNotificationUrl\` (who has to be notified of what) with Update webhook
config, read the secret with Get webhook secret, and send yourself an event with \`/v2/webhooks/test\`. Every delivery is signed (Standard Webhooks),
comes at least once, and has one \`webhook-id\` over all its attempts.

\`\`\`ts
const event = await parley.webhooks.unwrap(body, request.headers, secret, { privateKey });
\`\`\``;

const askAi = `# Ask AI

Store a provider's key with Update AI models config, an operation of the workspace. Then \`/v2/rewriter/ask-ai\` answers in one piece and
\`/v2/rewriter/ask-ai/stream\` as it is written.

\`\`\`ts
for await (const event of await parley.ai.stream({ model: "gpt-5", prompt: "Make it polite.", text })) {
  if (event.type === "text") process.stdout.write(event.text);
}
\`\`\``;

const erasure = `# Erasure

\`/v2/users/data/delete\` removes everything of users; deleting a location, folder, document or organization takes along what lies in it. What is
deleted is hidden with the answer. A job removes it from every service; \`/v1/users/data/delete/status\` says how many tasks are left.`;

const limits = ({ maxBodyBytes, maxJsonDepth }: Installation) => `# Limits

Body ${maxBodyBytes} bytes, nesting ${maxJsonDepth} levels, 1,000 items per array, ids 1 to 256 characters without control
characters (case-sensitive), names 1,000 characters, metadata of one thing 16 KiB of JSON, further keys of a user or an attachment 8 KiB; the operator
of an installation may have set the limits of bodies, nesting and metadata otherwise. Times are milliseconds since the epoch.

The operator may also have set quotas: how many users, documents, comments and so on an API key has. Beyond one a new item fails with the code \`quota_reached\`;
a request that answers no items, deletes, or would create something beside what it is about, fails as a whole with RESOURCE_EXHAUSTED and changes nothing. So does a change of
a thread or a recording that a full activity log would have to record. The message names the quota and its number: delete what is no longer needed, or ask the operator.`;
