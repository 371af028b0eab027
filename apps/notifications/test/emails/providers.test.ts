import { EmailState } from "@parley/contracts/notifications";
import { EmailServiceType } from "@parley/contracts/workspace";
import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Endpoint } from "../webhooks/endpoint.ts";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";
import { openSilentServer } from "./silent-server.ts";

let service: EmailsTestService;

beforeAll(async () => {
  service = await startEmails({ ...withConstants({ emailConnectTimeoutMs: 500 }), PARLEY_EMAIL_TIMEOUT_MS: "1000" });
});

afterAll(() => service?.stop());

async function testOf(apiKeyId: string, server: MailServer | string) {
  configure(service.fakes, apiKeyId, server);
  return service.emails.sendTestEmail({ apiKeyId, to: "you@acme.example" });
}

test("STARTTLS is used where offered, and plain SMTP with and without AUTH works in an allowed network", async () => {
  const encrypted = await MailServer.start({ users: { u: "p@ss" } });
  const plain = await MailServer.start({ startTls: false, users: { u: "p" } });
  const open = await MailServer.start({ startTls: false });
  try {
    expect(await testOf("pk_starttls", encrypted.url("u:p%40ss"))).toMatchObject({ success: true });
    expect(await testOf("pk_plain", plain.url("u:p"))).toMatchObject({ success: true });
    expect(await testOf("pk_open", open)).toMatchObject({ success: true });
    expect(encrypted.received).toMatchObject([{ isEncrypted: true, user: "u" }]);
    expect(plain.received).toMatchObject([{ isEncrypted: false, user: "u" }]);
    expect(open.received).toMatchObject([{ isEncrypted: false, user: "" }]);
  } finally {
    await Promise.all([encrypted.stop(), plain.stop(), open.stop()]);
  }
});

test("a server on smtps with an untrusted certificate is refused", async () => {
  const server = await MailServer.start({ secure: true });
  try {
    expect(await testOf("pk_smtps", server)).toMatchObject({ success: false, errorClass: "tls" });
    expect(server.received).toEqual([]);
  } finally {
    await server.stop();
  }
});

test.each(["smtp://10.0.0.1:25", "smtp://169.254.169.254:80", "smtps://[::ffff:10.0.0.1]:465", "smtp://0x0a000001:25"])(
  "a customer's mail server at %s is not connected to",
  async (url) => {
    expect(await testOf("pk_blocked", url)).toMatchObject({ success: false, errorClass: "blocked_address" });
  },
);

test("without an allowed network a server on this machine is not connected to", async () => {
  const server = await MailServer.start();
  try {
    await using closed = await startEmails({ PARLEY_EGRESS_ALLOW: "" });
    configure(closed.fakes, "pk_closed", server);

    const result = await closed.emails.sendTestEmail({ apiKeyId: "pk_closed", to: "you@acme.example" });

    expect(result).toMatchObject({ success: false, errorClass: "blocked_address" });
    expect(server.connections).toBe(0);
  } finally {
    await server.stop();
  }
});

test("a customer's server is connected to only on mail ports, whatever network it is in", async () => {
  const server = await MailServer.start();
  try {
    await using closed = await startEmails({ PARLEY_EGRESS_SMTP_PORTS: "25,465,587,2525" });
    configure(closed.fakes, "pk_port", server);

    const result = await closed.emails.sendTestEmail({ apiKeyId: "pk_port", to: "you@acme.example" });

    expect(result).toMatchObject({ errorClass: "blocked_address", error: `Mails are not sent to port ${server.port}.` });
    expect(server.connections).toBe(0);
  } finally {
    await server.stop();
  }
});

test("a silent server, a slow one and a missing one are distinguished", async () => {
  const slow = await MailServer.start();
  slow.slowMs = 3_000;
  await using hole = await openSilentServer();
  try {
    expect(await testOf("pk_hole", `smtp://127.0.0.1:${hole.port}`)).toMatchObject({ success: false, errorClass: "connect_timeout" });
    expect(await testOf("pk_slow", slow)).toMatchObject({ success: false, errorClass: "timeout" });
    expect(await testOf("pk_none", "smtp://127.0.0.1:1")).toMatchObject({ success: false, errorClass: "connection" });
  } finally {
    await slow.stop();
  }
});

test("a provider that does not respond delays no other", async () => {
  await using hole = await openSilentServer();
  const server = await MailServer.start();
  try {
    configure(service.fakes, "pk_dead", `smtp://127.0.0.1:${hole.port}`);
    configure(service.fakes, "pk_living", server);
    const many = Array.from({ length: 60 }, (_, n) => commented("pk_dead", { annotationId: `t${n}`, involved: [] }));
    await service.send(...many);
    await until(async () => (await service.emails.getEmails({ apiKeyId: "pk_dead" })).emails.some(({ attemptCount }) => attemptCount > 0));

    const startedMs = performance.now();
    await service.send(commented("pk_living", { involved: [] }));
    await until(() => server.received[0]);

    expect(performance.now() - startedMs).toBeLessThan(5_000);
    const { emails } = await service.emails.getEmails({ apiKeyId: "pk_dead", state: EmailState.SENT });
    expect(emails).toEqual([]);
  } finally {
    await server.stop();
  }
});

test("SendGrid gets version 3 of its API with the dynamic template, and its refusals are distinguished", async () => {
  const endpoint = await Endpoint.start();
  const answers = [202, 429, 202, 400, 401];
  endpoint.answer = (response) => {
    const status = answers.shift() ?? 202;
    const error = { errors: [{ message: "Does not contain a valid address.", field: "personalizations.0.to.0.email" }] };
    response.writeHead(status, status === 429 ? { "retry-after": "0" } : {}).end(status === 400 ? JSON.stringify(error) : "");
  };
  try {
    await using sendgrid = await startEmails({ PARLEY_SENDGRID_BASE_URL: endpoint.url("") });
    const emailServiceConfig = {
      type: EmailServiceType.SENDGRID,
      fromEmail: "parley@acme.example",
      fromCompany: "Acme",
      tagTemplateId: "d-tag",
    };
    configure(sendgrid.fakes, "pk_grid", "SG.key", { emailServiceConfig });
    const test = () => sendgrid.emails.sendTestEmail({ apiKeyId: "pk_grid", to: "you@acme.example" });

    await sendgrid.send(commented("pk_grid", { involved: [] }));
    const [tag] = await until(() => endpoint.received.length > 0 && endpoint.received);
    const results = [await test(), await test(), await test(), await test()];

    expect(tag).toMatchObject({ path: "/v3/mail/send", headers: { authorization: "Bearer SG.key" } });
    expect(JSON.parse(String(tag?.body))).toMatchObject({
      from: { email: "parley@acme.example", name: "Acme" },
      template_id: "d-tag",
      personalizations: [{ to: [{ email: "bob@acme.example" }], dynamic_template_data: { documentName: "Name of welcome", count: 1 } }],
      headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    });
    expect(results.map(({ success, errorClass }) => [success, errorClass])).toEqual([
      [false, "rate_limited"],
      [true, ""],
      [false, "address_refused"],
      [false, "authentication"],
    ]);
  } finally {
    await endpoint.stop();
  }
});

test("mails of an API key of type default are sent by the installation's server and address, under the key's name or the installation's", async () => {
  const own = await MailServer.start({ users: { parley: "secret" } });
  try {
    await using installation = await startEmails({
      PARLEY_SMTP_URL: own.url("parley:secret"),
      PARLEY_EMAIL_FROM: "Müller, Söhne <no-reply@parley.example>",
    });
    configure(installation.fakes, "pk_installation", "", {
      emailServiceConfig: { type: EmailServiceType.DEFAULT, fromCompany: "Acme" },
    });

    await installation.send(commented("pk_installation", { involved: [] }));

    const mail = await until(() => own.received[0]);
    expect(mail.headers.from).toBe("Acme <no-reply@parley.example>");
    expect(mail.user).toBe("parley");
    configure(installation.fakes, "pk_nameless", "", { emailServiceConfig: { type: EmailServiceType.DEFAULT } });
    const answer = await installation.emails.sendTestEmail({ apiKeyId: "pk_nameless", to: "you@acme.example" });
    expect(answer).toMatchObject({ success: true });
    const named = await until(() => own.received[1]);
    // The name as written, encoded for the header; the envelope has only the address.
    expect(named.raw).toMatch(/^From: =\?UTF-8\?\S+\?= <no-reply@parley\.example>\r$/m);
    expect(named.from).toBe("no-reply@parley.example");
  } finally {
    await own.stop();
  }
});
