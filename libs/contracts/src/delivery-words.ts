/** Why an attempt to deliver a webhook failed, as on the wire. `paused` occurs only for test events, and means that nothing was sent. */
export const webhookErrorClasses = [
  "http_status",
  "gone",
  "redirect",
  "timeout",
  "connect_timeout",
  "connection",
  "dns",
  "tls",
  "blocked_address",
  "configuration",
  "paused",
] as const;

export type WebhookErrorClass = (typeof webhookErrorClasses)[number];

/** Why an attempt to send an e-mail failed, as on the wire. */
export const emailErrorClasses = [
  "address_refused",
  "address_unsupported",
  "message_refused",
  "temporary",
  "rate_limited",
  "timeout",
  "connect_timeout",
  "connection",
  "dns",
  "tls",
  "authentication",
  "blocked_address",
  "configuration",
] as const;

export type EmailErrorClass = (typeof emailErrorClasses)[number];

/** Why an e-mail failed for good, as on the wire. */
export const emailFailureReasons = ["refused", "attempts_exhausted"] as const;

export type EmailFailureReason = (typeof emailFailureReasons)[number];

/** Why an e-mail was dropped, as on the wire. */
export const emailDropReasons = [
  "not_a_member",
  "level",
  "read",
  "nothing_left",
  "disabled",
  "missing",
  "no_address",
  "suppressed",
  "switched_off",
  "no_provider",
] as const;

export type EmailDropReason = (typeof emailDropReasons)[number];
