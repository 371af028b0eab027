import { MailServer } from "@parley/testing/mail";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Workspace } from "../support/customer.ts";
import { type ConsoleInBrowser, hasChromium, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let workspace: Workspace;
let page: Page;
let server: MailServer;

describe.skipIf(!hasChromium)("mails in the console in a browser", () => {
  beforeAll(async () => {
    server = await MailServer.start({});
    started = await startConsole({
      PARLEY_EGRESS_SMTP_PORTS: "1-65535",
      PARLEY_EMAIL_QUIET_MS: "0",
      PARLEY_EMAIL_RETRY_DELAYS_MS: "3600000",
    });
    ({ workspace, page } = started);
    await workspace.customer.data("/v2/workspace/emailconfig/update", {
      useEmailService: true,
      emailServiceConfig: { type: "smtp", apiKey: server.url(), fromEmail: "parley@acme.example", fromCompany: "Acme" },
    });
  }, 120_000);

  afterAll(async () => {
    await started?.stop();
    await server?.stop();
  });

  const newest = async () => (await workspace.customer.data("/v2/emails/get", { userId: "alice" }))[0];
  const row = () => page.getByRole("table", { name: "Mails" }).getByRole("row").nth(1);

  test("the log shows a server's response to a mail, and sends a waiting mail at once", { timeout: 60_000 }, async () => {
    server.onRecipient = () => ({ code: 451, message: "Come back later." });
    await workspace.customer.data("/v2/commentannotations/comments/add", {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "greeting",
      commentData: [
        {
          from: { userId: "bob" },
          commentText: "News",
          taggedUserContacts: [{ userId: "alice", text: "@Alice", contact: { userId: "alice" } }],
        },
      ],
    });
    await expect.poll(async () => (await newest())?.attemptCount, { timeout: 15_000 }).toBe(1);
    await started.open("/notifications?tab=mails&user=alice");
    await row().getByText("pending").waitFor();
    await row().getByText("The mail server did not accept the mail for now (451).").waitFor();
    expect(await violations(page)).toEqual([]);
    server.onRecipient = () => undefined;

    await row().getByRole("button", { name: "Send now" }).click();

    await page.getByText("The e-mail is being sent.").waitFor();
    await row().getByText("sent", { exact: true }).waitFor({ timeout: 30_000 });
    expect(await row().getByRole("button", { name: "Send" }).count()).toBe(0);
    expect(server.received.map(({ to }) => to)).toEqual(["alice@acme.example"]);
  });
});
