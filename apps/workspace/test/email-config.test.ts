import { EmailServiceType } from "@parley/contracts/workspace";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureOf, type Harness, startWorkspaceService } from "./harness.ts";

const smtpUrl = "smtps://postmaster:a-long-password@mail.acme.example:465";
let service: Harness;

beforeAll(async () => {
  service = await startWorkspaceService();
});

afterAll(() => service.process.stop());

test("an API key without an e-mail configuration has the default one, switched off", async () => {
  const { apiKeyId, workspaceId } = await service.workspace();

  const answer = await service.client.getEmailConfig({ apiKeyId, forDelivery: true });

  expect(answer).toMatchObject({ workspaceId, useEmailService: false, apiKey: "", linkTemplate: "" });
  expect(answer.emailServiceConfig).toMatchObject({ type: EmailServiceType.DEFAULT, fromEmail: "", fromCompany: "" });
});

test("an update keeps unset fields and clears empty ones; only the delivering service reads the API key in plain text", async () => {
  const { apiKeyId } = await service.workspace();
  const config = { type: EmailServiceType.SMTP, apiKey: smtpUrl, fromEmail: "shop@acme.example", fromCompany: "Acme" };
  await service.client.updateEmailConfig({ apiKeyId, useEmailService: true, emailServiceConfig: config });

  await service.client.updateEmailConfig({ apiKeyId, emailServiceConfig: { fromCompany: "", tagTemplateId: "d-1" } });

  const shown = await service.client.getEmailConfig({ apiKeyId });
  expect(shown).toMatchObject({ useEmailService: true, apiKey: "" });
  expect(shown.emailServiceConfig).toMatchObject({
    type: EmailServiceType.SMTP,
    apiKey: "********:465",
    fromEmail: "shop@acme.example",
    fromCompany: "",
    tagTemplateId: "d-1",
  });
  expect((await service.client.getEmailConfig({ apiKeyId, forDelivery: true })).apiKey).toBe(smtpUrl);
});

test("an update is merged into the configuration given at creation", async () => {
  const { workspaceId } = await service.workspace();
  const email = { type: EmailServiceType.SENDGRID, apiKey: "SG.a-long-secret-of-sendgrid", fromEmail: "shop@acme.example" };
  const apiKeyId = await service.apiKey(workspaceId, { useEmailService: true, emailServiceConfig: email });

  await service.client.updateEmailConfig({ apiKeyId, emailServiceConfig: { fromCompany: "Acme" } });

  const answer = await service.client.getEmailConfig({ apiKeyId, forDelivery: true });
  expect(answer).toMatchObject({ useEmailService: true, apiKey: "SG.a-long-secret-of-sendgrid" });
  expect(answer.emailServiceConfig).toMatchObject({ type: EmailServiceType.SENDGRID, fromEmail: "shop@acme.example", fromCompany: "Acme" });
});

test("an invalid configuration is refused without its password and changes nothing", async () => {
  const { apiKeyId } = await service.workspace();
  const before = await service.client.getEmailConfig({ apiKeyId });
  const change = (emailServiceConfig: Parameters<typeof service.client.updateEmailConfig>[0]["emailServiceConfig"] & object) =>
    failureOf(service.client.updateEmailConfig({ apiKeyId, emailServiceConfig }));

  const failures = [
    await failureOf(service.client.updateEmailConfig({ apiKeyId })),
    await change({ type: EmailServiceType.SMTP, apiKey: "https://user:secret-word@mail.acme.example" }),
    await change({ type: EmailServiceType.SMTP, apiKey: "smtp://user:secret-word@10.0.0.5" }),
    await change({ type: EmailServiceType.SENDGRID, apiKey: "two words" }),
    await change({ apiKey: "********:465" }),
    await change({ fromEmail: "nobody" }),
    await change({ type: 99 as EmailServiceType }),
  ];

  for (const { kind, message } of failures) {
    expect(kind).toBe("invalid_argument");
    expect(message).toMatch(/^The e-mail service configuration is invalid\. ./);
    expect(message).not.toContain("secret-word");
  }
  expect(await service.client.getEmailConfig({ apiKeyId })).toEqual(before);
});

test.each([
  ["email_service_config.api_key", { type: EmailServiceType.SMTP, apiKey: "smtp://user:secret-word@127.0.0.1" }, "127.0.0.1 is not"],
  [
    "email_service_config.api_key",
    { type: EmailServiceType.SMTP, apiKey: "smtp://user:secret-word@2130706433" },
    "2130706433 (127.0.0.1) is not",
  ],
  [
    "email_service_config.api_key",
    { type: EmailServiceType.SMTP, apiKey: "smtp://user:secret-word@mail.acme.example:22" },
    "one of 25, 465, 587, 2525",
  ],
  [
    "email_service_config.api_key",
    { type: EmailServiceType.SMTP, apiKey: "smtps://user:secret-word@mail.acme.example\r\nX: y" },
    "smtp:// or smtps:// URL",
  ],
  ["email_service_config.api_key", { type: EmailServiceType.SENDGRID, apiKey: "SG.secret-word\r\nX: y" }, "printable ASCII characters"],
  ["email_service_config.api_key", { type: EmailServiceType.SENDGRID, apiKey: "********word" }, "masked"],
  [
    "email_service_config.from_email",
    { fromEmail: "shop@acme.example\r\nBcc: all@acme.example" },
    "is not an e-mail address that a mail server takes",
  ],
  ["email_service_config.type", { type: 99 as EmailServiceType }, "type 99 is not known"],
])(
  "what is wrong with a configuration (%s of %j) is refused when an API key is made with it as when it is changed",
  async (field, config, sentence) => {
    const { workspaceId, apiKeyId } = await service.workspace();

    const changed = await failureOf(service.client.updateEmailConfig({ apiKeyId, emailServiceConfig: config }));
    const made = await failureOf(service.apiKey(workspaceId, { emailServiceConfig: config }));

    for (const { kind, message, violations } of [changed, made]) {
      expect(kind).toBe("invalid_argument");
      expect(violations).toEqual([{ field, message: expect.stringContaining(sentence) }]);
      expect(message).not.toContain("secret-word");
    }
    expect((await service.client.listApiKeys({ workspaceId })).apiKeys).toHaveLength(1);
  },
);

test("concurrent changes are all kept", async () => {
  const { apiKeyId } = await service.workspace();
  const changes = { fromEmail: "a@acme.example", fromCompany: "Acme", commentTemplateId: "c", tagTemplateId: "t" };

  await Promise.all(
    Object.entries(changes).map(([name, value]) => service.client.updateEmailConfig({ apiKeyId, emailServiceConfig: { [name]: value } })),
  );

  expect((await service.client.getEmailConfig({ apiKeyId })).emailServiceConfig).toMatchObject(changes);
});

test("a link template is stored, is sent to the delivering service, and is removed when it is empty", async () => {
  const { apiKeyId } = await service.workspace();
  const linkTemplate = "https://app.acme.example/{documentId}#{annotationId}";

  const { config } = await service.client.updateApiKeyConfig({ apiKeyId, linkTemplate });
  await service.client.updateApiKeyConfig({ apiKeyId, activityLogImmutable: true });

  expect(config?.linkTemplate).toBe(linkTemplate);
  expect((await service.client.getEmailConfig({ apiKeyId })).linkTemplate).toBe(linkTemplate);
  const refused = await failureOf(service.client.updateApiKeyConfig({ apiKeyId, linkTemplate: "javascript:{documentId}" }));
  expect(refused).toMatchObject({ kind: "invalid_argument", violations: [{ field: "link_template" }] });
  await service.client.updateApiKeyConfig({ apiKeyId, linkTemplate: "" });
  expect((await service.client.getApiKeyConfig({ apiKeyId })).config?.linkTemplate).toBe("");
});

test("an unknown API key has no e-mail configuration and gets none", async () => {
  const apiKeyId = "pk_test_unknown";

  const failures = [
    await failureOf(service.client.getEmailConfig({ apiKeyId })),
    await failureOf(service.client.updateEmailConfig({ apiKeyId, useEmailService: true })),
    await failureOf(service.client.updateEmailConfig({ apiKeyId, emailServiceConfig: { apiKey: "key" } })),
  ];

  expect(failures.map(({ kind }) => kind)).toEqual(["not_found", "not_found", "not_found"]);
});
