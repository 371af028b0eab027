import type { Mutation } from "../mutation.ts";

const egress = ["libs/egress/src/egress-rules.test.ts"];

/** Who may be mailed, through which servers, and what a mail leaves behind. */
export const mails: readonly Mutation[] = [
  {
    name: "address-of-a-mail-server-in-another-spelling",
    file: "libs/egress/src/host-of.ts",
    text: "URL.parse(`http:",
    replacement: "URL.parse(`smtp:",
    noticedBy: egress,
    tests: "the literal",
  },
  {
    name: "mail-server-on-any-port-may-be-configured",
    file: "apps/workspace/src/emails/smtp-url.ts",
    text: "if (egress.refusedPort(url) === undefined) return undefined;",
    replacement: "if (url.port !== undefined) return undefined;",
    noticedBy: ["apps/workspace/src/emails/smtp-url.test.ts"],
  },
  {
    name: "new-api-key-with-a-mail-configuration-that-nobody-checked",
    file: "apps/workspace/src/api-keys/check-new-api-key.ts",
    text: "...emailViolations(request.emailServiceConfig,",
    replacement: "...emailViolations(undefined,",
    noticedBy: ["apps/workspace/test/email-config.test.ts"],
    tests: "what is wrong with a configuration",
  },
];
