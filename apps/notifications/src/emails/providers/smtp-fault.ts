import type { EmailErrorClass } from "@parley/contracts/notifications";
import { BlockedAddress } from "../../webhooks/guard/egress-guard.ts";
import type { SendResult } from "./provider.ts";

interface SmtpError {
  readonly code?: string;
  readonly message?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

const longestResponse = 1_000;
// Response codes to a message by which a server rejects the mailbox (RFC 5321, section 4.2.3; RFC 3463, X.1 and X.2.1).
const mailboxCodes = [550, 551, 553];
const mailboxStatus = /^\d{3}[ -]5\.(1\.\d{1,3}|2\.1)\b/;

// Response codes and statuses by which a server says that it cannot read an address (RFC 5321, section 4.2.3; RFC 3463, X.1.3; RFC 6531,
// section 3.6: X.6.7 for characters that need SMTPUTF8).
const syntaxCodes = [500, 501, 553, 555];
const syntaxStatus = /^\d{3}[ -]5\.(1\.3|6\.7)\b/;

/** Whether an SMTP error concerns this mail, its address `to`, or the server as a whole. */
export function smtpFault(error: unknown, to = ""): SendResult {
  if (error instanceof BlockedAddress) return temporary("blocked_address", error.message);
  const { code = "", message = "", command = "", response = "", responseCode = 0 } = (error ?? {}) as SmtpError;
  const said = storable(response);
  if (code === "EAUTH" && responseCode === 504) {
    return temporary("authentication", "The mail server offers no way to log in that is supported (504).", said);
  }
  if (code === "EAUTH" || code === "ENOAUTH") {
    return temporary("authentication", `The mail server rejected the user name and password${answered(responseCode)}.`, said);
  }
  // Servers report failed TLS with different codes: 454, 500, 502 and 503 all occur.
  if (code === "ETLS") return temporary(...withoutAnswer(code, message), said);
  if (responseCode === 421) return temporary("rate_limited", "The mail server asked for a pause (421).", said);
  if (responseCode >= 500) return refused(command, responseCode, said, to);
  if (responseCode >= 400) return temporary("temporary", `The mail server did not accept the mail for now (${responseCode}).`, said);
  return temporary(...withoutAnswer(code, message), said);
}

function refused(command: string, responseCode: number, said: string, to: string): SendResult {
  const isAddress = command === "RCPT TO" || (command === "DATA" && (mailboxCodes.includes(responseCode) || mailboxStatus.test(said)));
  if (isAddress && needsSmtpUtf8(to) && (syntaxCodes.includes(responseCode) || syntaxStatus.test(said)))
    return unsupported(responseCode, said);
  if (isAddress) {
    return {
      kind: "permanent",
      errorClass: "address_refused",
      error: `The mail server refused the address (${responseCode}).`,
      response: said,
    };
  }
  // The sender and everything before it are the same for every mail.
  if (command !== "DATA")
    return temporary("configuration", `The mail server refused ${command || "the connection"} (${responseCode}).`, said);
  return { kind: "permanent", errorClass: "message_refused", error: `The mail server refused the mail (${responseCode}).`, response: said };
}

/** Whether an address can only be written to where SMTPUTF8 (RFC 6531) is supported: its local part is not ASCII. */
export function needsSmtpUtf8(address: string): boolean {
  const localPart = address.slice(0, Math.max(0, address.lastIndexOf("@")));
  return [...localPart].some((character) => character > "\x7f");
}

/** The refusal of an address that is right: another mail server, or this one once it supports SMTPUTF8, accepts it. */
export function unsupported(code: number, response: string): SendResult {
  const error = `The mail server cannot take an address with such characters before the @: it does not support SMTPUTF8 (${code}).`;
  return { kind: "permanent", errorClass: "address_unsupported", error, response };
}

function withoutAnswer(code: string, message: string): [EmailErrorClass, string] {
  switch (code) {
    case "ETLS":
    case "EREQUIRETLS":
      return ["tls", "The TLS connection could not be established, or the mail server does not offer TLS."];
    case "EDNS":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "ENODATA":
      return ["dns", `The host name could not be resolved (${code}).`];
    case "ETIMEDOUT":
      return /greeting|connection/i.test(message)
        ? ["connect_timeout", "The mail server did not respond in time."]
        : ["timeout", "The mail server did not respond in time."];
    case "EABORT":
      return ["timeout", "The mail was not accepted in time."];
    case "ECONFIG":
      return ["configuration", "The mail server's URL cannot be used."];
    default:
      // A failed handshake has no code.
      if (/certificate|\b(ssl|tls)\b/i.test(message)) return ["tls", "The TLS connection could not be established."];
      return ["connection", `The connection failed (${code || "unknown"}).`];
  }
}

function temporary(errorClass: EmailErrorClass, error: string, response = ""): SendResult {
  return { kind: "temporary", errorClass, error, response };
}

function answered(responseCode: number): string {
  return responseCode === 0 ? "" : ` (${responseCode})`;
}

/** A server's response as text that Postgres can store. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed().slice(0, longestResponse);
}
