import type { Level } from "../config/levels.ts";

/** Why a user is not notified of something; in the log of mails these are fixed words. */
export type Refusal = "disabled" | "missing" | "not_a_member" | "level" | "nothing_left" | "read";

/** What is known of a user and of something that happened, at the time when the user would be notified of it. */
export interface Standing {
  /** The state of the document. */
  readonly access: "open" | "disabled" | "missing";
  /** Whether the user may enter the document. */
  readonly isMember: boolean;
  /** The user's level on the channel. */
  readonly level: Level;
  /** Whether it addresses the user, and not only a thread in which they take part. */
  readonly isDirected: boolean;
  /** Whether it still exists. */
  readonly isThere: boolean;
  /** Whether the user has seen it on another channel. */
  readonly isRead: boolean;
}

/**
 * Why a user is not notified; undefined if the user is. The one rule of inboxes, mails and the `notify` of processed webhooks. Each channel
 * asks it when it tells: when a page of an inbox is read, when a mail is sent, when a body is built.
 */
export function refusalOf({ access, isMember, level, isDirected, isThere, isRead }: Standing): Refusal | undefined {
  if (access !== "open") return access;
  if (!isMember) return "not_a_member";
  if (level === "NONE" || (level === "MINE" && !isDirected)) return "level";
  if (!isThere) return "nothing_left";
  return isRead ? "read" : undefined;
}
