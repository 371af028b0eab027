import { Failure, failedPrecondition, invalid, mailboxProblem, notFound, shortened } from "@parley/kernel";
import type { EmailContext, EmailHandler } from "../../context.ts";
import { composeMail } from "../compose/compose-mail.ts";
import type { EmailConfig } from "../config/email-configs.ts";
import type { Sender } from "../config/sender.ts";
import type { OutgoingMail, Provider } from "../providers/provider.ts";
import { newPublicId } from "../queue/new-emails.store.ts";

const text = "This is a test. If you can read it, mails reach their recipients.";

export const sendTestEmail = ({ configs, providers, defaultFrom, testTurns }: EmailContext): EmailHandler<"sendTestEmail"> => {
  return async ({ apiKeyId, to }, { signal }) => {
    const problem = mailboxProblem(to);
    if (problem !== undefined) throw invalid("to", `to ${problem}: ${shortened(to)}.`);
    return testTurns.ofKey(apiKeyId, signal, async () => {
      const config = await newest(apiKeyId);
      const by = providers.of(apiKeyId, config);
      if (by === undefined) throw failedPrecondition("No sender is configured for e-mails.", "no_provider");
      const outgoing = testMail(apiKeyId, to, config, defaultFrom);
      return testTurns.ofWorkspace(config.workspaceId, signal, () => send(outgoing, by.provider, signal));
    });
  };

  // The cached configuration is not used, because the person who sends a test has probably just changed it.
  async function newest(apiKeyId: string) {
    const config = await configs.ask(apiKeyId).catch(() => {
      throw new Failure("unavailable", "The e-mail configuration is not available. Try again.");
    });
    if (config === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return config;
  }
};

function testMail(apiKeyId: string, to: string, config: EmailConfig, defaultFrom: Sender): OutgoingMail {
  const place = { organizationId: "test-organization", documentId: "test-document", annotationId: "test-annotation" };
  return composeMail({
    mail: { apiKeyId, ...place, publicId: newPublicId() },
    config,
    defaultFrom,
    organizationName: "",
    documentName: "Test document",
    more: 0,
    unsubscribeUrl: "",
    to: { address: to, name: "" },
    items: [{ kind: "comment", from: "Test User", text, commentId: "test-comment", atMs: Date.now() }],
  });
}

async function send(outgoing: OutgoingMail, provider: Provider, signal: AbortSignal) {
  const started = performance.now();
  const result = await provider.send(outgoing, signal);
  const answer = { emailId: outgoing.publicId, durationMs: Math.round(performance.now() - started), response: result.response };
  if (result.kind === "accepted") return { ...answer, success: true };
  return { ...answer, success: false, errorClass: result.errorClass, error: result.error };
}
