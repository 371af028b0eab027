import { egressSettings, hostOf } from "@parley/egress";
import { type ConfigOf, type ConfigShape, constant, derivedKeySettings, flag, integer, publicUrl, setting, text } from "@parley/runtime";
import * as z from "zod";
import { senderSchema } from "./sender.ts";

// Greylisting accepts a second attempt after some minutes; a server that is down is usually back within a day or two.
const retryDelaysMs = [60_000, 300_000, 900_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000, 86_400_000];

const delays = z
  .string()
  .regex(/^\d+(,\d+)*$/, "must be comma-separated numbers of milliseconds")
  .default(retryDelaysMs.join(","))
  .transform((line): readonly number[] => line.split(",").map(Number))
  .refine((list) => list.length <= 20 && list.every((ms) => ms <= 7 * 86_400_000), "must be 20 delays of at most 7 days");

const smtpUrl = z
  .string()
  .optional()
  .refine((line) => {
    const url = line === undefined ? undefined : URL.parse(line);
    return url === undefined || (url !== null && ["smtp:", "smtps:"].includes(url.protocol) && hostOf(url) !== undefined);
  }, "must be an smtp:// or smtps:// URL that names a host");

/** The settings for sending mails. */
export const emailSettings = {
  ...egressSettings,
  ...derivedKeySettings("PARLEY_NOTIFICATIONS_KEYS"),
  publicUrl: publicUrl(),
  smtpUrl: setting("PARLEY_SMTP_URL", {
    description: "Mail server of the installation, smtp:// or smtps:// with user name and password; sends for API keys of type default.",
    schema: smtpUrl,
    secret: true,
    defaultText: "",
  }),
  smtpAllowPlain: flag("PARLEY_SMTP_ALLOW_PLAIN", {
    description:
      "Whether an smtp:// server in PARLEY_SMTP_URL may be used without TLS or with an invalid certificate: its password and all mails can then be read and changed on the way. Not needed for a server on the same machine or in networks of PARLEY_EGRESS_ALLOW.",
    default: false,
    problem: ({ smtpAllowPlain, smtpUrl }) =>
      smtpAllowPlain === true && typeof smtpUrl === "string" && URL.parse(smtpUrl)?.protocol === "smtps:"
        ? "PARLEY_SMTP_ALLOW_PLAIN has no effect on the smtps:// server in PARLEY_SMTP_URL, whose certificate is always checked: remove it, or write smtp://."
        : undefined,
  }),
  emailFrom: setting("PARLEY_EMAIL_FROM", {
    description:
      "Sender address of mails of API keys of type default, optionally after a name: Acme <no-reply@acme.example>. The name is used for API keys without a company name.",
    schema: senderSchema("parley@localhost"),
    defaultText: "parley@localhost",
  }),
  sendgridBaseUrl: text("PARLEY_SENDGRID_BASE_URL", { description: "Base URL of SendGrid's API.", default: "https://api.sendgrid.com" }),
  emailQuietMs: integer("PARLEY_EMAIL_QUIET_MS", {
    description: "Milliseconds without a new event after which a user is sent one mail with all events of a thread.",
    default: 60_000,
    min: 0,
    max: 86_400_000,
  }),
  emailQuietMaxMs: integer("PARLEY_EMAIL_QUIET_MAX_MS", {
    description: "Milliseconds after which that mail is sent even if more events follow.",
    default: 600_000,
    min: 0,
    max: 86_400_000,
  }),
  emailRetryDelaysMs: setting("PARLEY_EMAIL_RETRY_DELAYS_MS", {
    description:
      "Comma-separated milliseconds between the attempts at a mail, each varied by 20 %; after the last attempt the mail has failed.",
    schema: delays,
    defaultText: retryDelaysMs.join(","),
  }),
  emailTimeoutMs: integer("PARLEY_EMAIL_TIMEOUT_MS", {
    description: "Milliseconds in which a server must have accepted a mail, counted from the first command.",
    default: 30_000,
    min: 10,
    max: 600_000,
  }),
  /**
   * Milliseconds in which a connection to a mail server must be established, and in which the server must have sent its
   * greeting.
   */
  emailConnectTimeoutMs: constant(10_000),
  /** Mails that a process works on at the same time. */
  emailConcurrency: constant(512),
  /** Mails of one API key that a process works on at the same time. */
  emailKeyConcurrency: constant(128),
  /** Open connections of a process to one mail server, and concurrent mails to it. */
  emailProviderConnections: constant(8),
  emailProviderRate: integer("PARLEY_EMAIL_PROVIDER_RATE", {
    description: "Mails that a process sends to one provider in a second.",
    default: 200,
    min: 1,
    max: 100_000,
  }),
  emailRecipientHourly: integer("PARLEY_EMAIL_RECIPIENT_HOURLY", {
    description: "Mails that one user is sent in an hour; further ones wait.",
    default: 60,
    min: 1,
    max: 100_000,
  }),
  /** Failures in a row after which a provider is paused: 5 s, then twice as long each time up to 60 s. */
  emailBreakerFailures: constant(5),
  emailLeaseMs: integer("PARLEY_EMAIL_LEASE_MS", {
    description: "Milliseconds without a renewed lease after which another process takes over a process's API keys and their mails.",
    default: 30_000,
    min: 500,
    max: 600_000,
  }),
  emailRetentionDays: integer("PARLEY_EMAIL_RETENTION_DAYS", {
    description: "Days for which the log of mails is kept.",
    default: 30,
    min: 5,
    max: 3_650,
  }),
} satisfies ConfigShape;

export type EmailConfigSettings = ConfigOf<typeof emailSettings>;
