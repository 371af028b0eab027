import type { Mutation } from "../mutation.ts";

const ownServer = ["apps/notifications/test/emails/own-server.test.ts"];
const routes = ["apps/notifications/test/emails/mail-routes.test.ts"];
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
  {
    name: "own-mail-server-is-spoken-to-in-clear-anywhere",
    file: "apps/notifications/src/emails/providers/mail-routes.ts",
    text: "mayBePlain: (address) => allowPlain || plain.isNamed(address)",
    replacement: "mayBePlain: (address) => allowPlain || plain.isNamed(address) || address !== ''",
    noticedBy: ownServer,
    tests: "the installation's server gets no password",
  },
  {
    name: "tls-of-a-mail-server-is-not-required",
    file: "apps/notifications/src/emails/providers/smtp-provider.ts",
    text: "requireTLS: !secure && !isPlain",
    replacement: "requireTLS: false",
    noticedBy: ownServer,
    tests: "the installation's server gets no password",
  },
  {
    name: "certificate-of-a-mail-server-is-not-checked",
    file: "apps/notifications/src/emails/providers/smtp-provider.ts",
    text: "rejectUnauthorized: !isPlain",
    replacement: "rejectUnauthorized: false",
    noticedBy: ownServer,
    tests: "the installation's server gets no password",
  },
  {
    name: "mail-server-with-one-trusted-address-is-plain",
    file: "apps/notifications/src/emails/providers/smtp-provider.ts",
    text: "addresses.every(({ address })",
    replacement: "addresses.some(({ address })",
    noticedBy: routes,
  },
  {
    name: "address-of-a-plain-mail-connection-is-not-checked",
    file: "apps/notifications/src/emails/providers/smtp-socket.ts",
    text: "isPlain ? route.mayBePlain(remote) :",
    replacement: "isPlain ? remote !== '' :",
    noticedBy: routes,
  },
  {
    name: "mails-are-sent-to-any-port",
    file: "apps/notifications/src/emails/providers/mail-routes.ts",
    text: "guard.refuseUrl(url);",
    replacement: "guard.refuseLiteral(url);",
    noticedBy: ["apps/notifications/test/emails/providers.test.ts"],
    tests: "a customer's server is spoken to on the ports",
  },
  {
    name: "own-mail-server-is-not-looked-at-when-the-process-starts",
    file: "apps/notifications/src/emails/providers/check-own-server.ts",
    text: "checked = check();",
    replacement: "checked = Promise.resolve();",
    noticedBy: ownServer,
    tests: "an operator is told at the start",
  },
  {
    name: "refused-starttls-is-taken-for-a-refused-command",
    file: "apps/notifications/src/emails/providers/smtp-fault.ts",
    text: 'if (code === "ETLS") return',
    replacement: 'if (code === "ENONE") return',
    noticedBy: ownServer,
    tests: "the installation's server gets no password",
  },
  {
    name: "setting-for-plain-mails-beside-smtps-is-accepted",
    file: "apps/notifications/src/emails/config/settings.ts",
    text: 'URL.parse(smtpUrl)?.protocol === "smtps:"',
    replacement: 'URL.parse(smtpUrl)?.protocol === "none:"',
    noticedBy: ownServer,
    tests: "a process does not start with",
  },
];
