import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Failpoint, failpoints } from "@parley/messaging";
import { bundledProgram, freshDatabase, querySql, testEnvironment, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { describe, expect, type TestContext, test } from "vitest";
import { leaveTriggers } from "../webhooks/trigger-sender.ts";
import { commented, configure, quick, startEmails } from "./emails-service.ts";

const program = await bundledProgram(join(import.meta.dirname, "failpoint-child.ts"));
// No process loses its lease by being starved, so only mails that were on the wire are sent twice.
const patient = { ...quick, PARLEY_EMAIL_LEASE_MS: "600000" };

interface Case {
  readonly point: Failpoint;
  /** Whether the server defers each mail once: then none has been accepted when the process is killed. */
  readonly putsOff: boolean;
  /** How often each mail arrives. Twice if it was on the wire and its acceptance is unknown. */
  readonly times: 1 | 2;
}

const ofMails: readonly Case[] = [
  { point: "email.after-claim", putsOff: true, times: 1 },
  { point: "email.after-read", putsOff: true, times: 1 },
  { point: "email.after-promote", putsOff: true, times: 1 },
  { point: "email.after-close", putsOff: true, times: 1 },
  { point: "email.after-send", putsOff: false, times: 2 },
  { point: "email.before-record", putsOff: false, times: 2 },
  { point: "email.after-record", putsOff: true, times: 1 },
  { point: "email.after-record", putsOff: false, times: 1 },
];
const ofFanOut = ["email.before-fan-out-commit", "email.after-fan-out-commit"] as const;

async function startServer(putsOff: boolean, { onTestFinished }: TestContext): Promise<MailServer> {
  const server = await MailServer.start();
  onTestFinished(() => server.stop());
  const seen = new Set<string>();
  server.onMail = ({ headers }) => {
    const id = headers["message-id"] ?? "";
    if (!putsOff || seen.has(id)) return undefined;
    seen.add(id);
    return { code: 451 };
  };
  return server;
}

async function killAt(point: Failpoint, url: string, server: MailServer, { onTestFinished }: TestContext): Promise<NodeJS.Signals> {
  const child = spawn(process.execPath, [program, server.url()], {
    env: { ...process.env, ...testEnvironment(url, patient), PARLEY_FAILPOINT: point },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [, signal] = await once(child, "exit");
  return signal;
}

const waiting = `select from notifications.email_queue union all select from notifications.work union all select from trigger_sender.outbox`;

/** Runs until nothing waits; returns the outcome of every mail, and how often each arrived. */
async function finish(url: string, server: MailServer, count: number) {
  // As if the time had passed in which the killed process could have continued.
  await querySql(url, "update notifications.work set due_at_ms = 0; update notifications.delivery_processes set expires_at_ms = 0");
  await using _service = await startEmails({ ...patient, PARLEY_DATABASE_URL: url }, (fakes) => configure(fakes, "pk_killed", server));
  const all = `select concat_ws(' ', user_id, nullif(annotation_id, ''), state) as mail from notifications.emails order by 1`;
  const mails = () => querySql<{ mail: string }>(url, all);
  await until(async () => (await querySql(url, waiting)).length === 0 && (await mails()).length === count, 120_000);
  const arrived = Map.groupBy(server.received, ({ headers }) => headers["message-id"] ?? "");
  return {
    mails: (await mails()).map(({ mail }) => mail),
    times: [...arrived.values()].map((copies) => copies.length),
    leftover: (await querySql(url, "select from notifications.email_items")).length,
  };
}

// The runs are concurrent, because they mostly wait. Each run takes longer that way.
describe.concurrent("the sending of mails", { timeout: 240_000 }, () => {
  test("every commit point of theirs is among those that follow", () => {
    const declared = failpoints.filter((point) => point.startsWith("email."));

    expect(new Set([...ofMails.map(({ point }) => point), ...ofFanOut])).toEqual(new Set(declared));
  });

  const name =
    "by a process killed at $point is ended by another: each mail arrives with one id, so often: $times (put off before: $putsOff)";
  test.for(ofMails)(name, async ({ point, putsOff, times }, context) => {
    const server = await startServer(putsOff, context);
    const url = await freshDatabase();
    // Without deferral only one mail is sent, because with several any of them could be on the wire.
    const threads = putsOff ? ["t1", "t2"] : ["t1"];
    const involved = putsOff ? ["bob", "carol"] : ["bob"];
    await leaveTriggers(
      url,
      threads.map((annotationId) => commented("pk_killed", { annotationId, involved })),
    );
    const expected = involved.flatMap((userId) => threads.map((thread) => `${userId} ${thread} sent`));

    const signal = await killAt(point, url, server, context);
    const end = await finish(url, server, expected.length);

    expect(signal).toBe("SIGKILL");
    expect(end).toEqual({ mails: expected, times: expected.map(() => times), leftover: 0 });
  });

  test.for(ofFanOut)("of a notification by a process killed at %s tells everyone once", async (point, context) => {
    const server = await startServer(false, context);
    const url = await freshDatabase();
    await leaveFanOut(url, server);

    const signal = await killAt(point, url, server, context);
    const end = await finish(url, server, 3);

    expect(signal).toBe("SIGKILL");
    expect(end).toEqual({ mails: ["bob sent", "carol sent", "dave sent"], times: [1, 1, 1], leftover: 0 });
  });
});

/**
 * Leaves a notification that is addressed to one named user and to all users, whose fan-out takes two chunks, and stops before any mail is
 * sent.
 */
async function leaveFanOut(url: string, server: MailServer): Promise<void> {
  const service = await startEmails({ ...patient, PARLEY_DATABASE_URL: url }, (fakes) =>
    configure(fakes, "pk_killed", server, { useEmailService: false }),
  );
  await service.notifications.addNotification({
    apiKeyId: "pk_killed",
    organizationId: "acme",
    documentId: "welcome",
    actionUser: { userId: "alice" },
    displayHeadlineMessageTemplate: "Hello",
    notifyUsers: [{ userId: "bob" }],
    notifyAll: true,
  });
  await service.stop();
  await querySql(
    url,
    `insert into notifications.work (kind, api_key_id, payload, state, due_at_ms)
     select 'email-fan-out', 'pk_killed', json_build_object('ref', notification_ref, 'named', 0, 'page', '')::text, 'ready', 0
     from notifications.notifications`,
  );
}
