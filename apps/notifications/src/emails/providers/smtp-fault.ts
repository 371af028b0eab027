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

/** Whether an SMTP error concerns this mail, its address, or the server as a whole. */
export function smtpFault(error: unknown): SendResult {
  if (error instanceof BlockedAddress) return temporary("blocked_address", error.message);
  const { code = "", message = "", command = "", response = "", responseCode = 0 } = (error ?? {}) as SmtpError;
  const said = storable(response);
  if (code === "EAUTH" || code === "ENOAUTH") {
    return temporary("authentication", `The mail server rejected the user name and password${answered(responseCode)}.`, said);
  }
  // Servers report failed TLS with different codes: 454, 500, 502 and 503 all occur.
  if (code === "ETLS") return temporary(...withoutAnswer(code, message), said);
  if (responseCode === 421) return temporary("rate_limited", "The mail server asked for a pause (421).", said);
  if (responseCode >= 500) return refused(command, responseCode, said);
  if (responseCode >= 400) return temporary("temporary", `The mail server did not accept the mail for now (${responseCode}).`, said);
  return temporary(...withoutAnswer(code, message), said);
}

function refused(command: string, responseCode: number, said: string): SendResult {
  const isAddress = command === "RCPT TO" || (command === "DATA" && (mailboxCodes.includes(responseCode) || mailboxStatus.test(said)));
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
