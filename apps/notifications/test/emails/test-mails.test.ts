import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configure, type EmailsTestService, startEmails } from "./emails-service.ts";
import { openSilentServer } from "./silent-server.ts";

let service: EmailsTestService;
let server: MailServer;

beforeAll(async () => {
  // Longer than any test: a call to a silent server waits until the server disconnects.
  service = await startEmails({ ...withConstants({ emailConnectTimeoutMs: 60_000 }), PARLEY_EMAIL_TIMEOUT_MS: "60000" });
  server = await MailServer.start();
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

/** Sends a test mail; returns its result, or the failure of the call. */
async function testOf(apiKeyId: string) {
  const sent = service.emails.sendTestEmail({ apiKeyId, to: "you@acme.example" });
  return sent.then(
    ({ success, errorClass }) => ({ success, errorClass }),
    ({ failure }: { failure: unknown }) => ({ failure }),
  );
}

const refusalOf = (whose: string, running: number, waiting: number) => ({
  failure: {
    kind: "resource_exhausted",
    reason: "too_many_calls",
    message: `${running} test mails of this ${whose} are being sent and ${waiting} are waiting. Try again.`,
  },
});

test("two test mails of an API key run and four wait while its server hangs; a further one is refused at once, but not another key's", async () => {
  const hole = await openSilentServer();
  configure(service.fakes, "pk_greedy", `smtp://127.0.0.1:${hole.port}`);
  configure(service.fakes, "pk_modest", server);

  const begun = Array.from({ length: 7 }, () => testOf("pk_greedy"));
  const refused = await Promise.race(begun);
  await until(() => hole.connections === 2);
  const modest = await testOf("pk_modest");
  expect(hole.connections).toBe(2);
  await hole[Symbol.asyncDispose]();

  expect(refused).toMatchObject(refusalOf("API key", 2, 4));
  expect(modest).toMatchObject({ success: true });
  expect((await Promise.all(begun)).filter((result) => "errorClass" in result)).toHaveLength(6);
});

test("four test mails of a workspace run and eight wait, whatever its API keys; a further one is refused at once, but not another workspace's", async () => {
  const hole = await openSilentServer();
  const keys = Array.from({ length: 13 }, (_, index) => `pk_greedy_${index}`);
  for (const apiKeyId of keys) configure(service.fakes, apiKeyId, `smtp://127.0.0.1:${hole.port}`, { workspaceId: "ws_greedy" });
  configure(service.fakes, "pk_other", server);

  const begun = keys.map(testOf);
  const refused = await Promise.race(begun);
  await until(() => hole.connections === 4);
  const other = await testOf("pk_other");
  expect(hole.connections).toBe(4);
  await hole[Symbol.asyncDispose]();

  expect(refused).toMatchObject(refusalOf("workspace", 4, 8));
  expect(other).toMatchObject({ success: true });
  expect((await Promise.all(begun)).filter((result) => "errorClass" in result)).toHaveLength(12);
});
