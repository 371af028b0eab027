import type { Client } from "@connectrpc/connect";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import { memberKey, membersOf } from "../../audience/members.ts";
import type { DueEmail } from "../queue/due-emails.store.ts";
import type { Recipient } from "./wanted-items.ts";

const askTimeoutMs = 2_000;

type Directory = Client<typeof OrganizationDirectoryService>;
type Users = Client<typeof UsersService>;

/** By mail: whether its place is open now. No entry while the directory cannot be asked. */
export async function accessOf(
  directory: Directory,
  mails: readonly DueEmail[],
): Promise<ReadonlyMap<number, "open" | "disabled" | "missing">> {
  const states = new Map<number, "open" | "disabled" | "missing">();
  const ask = async (apiKeyId: string, ofKey: readonly DueEmail[]) => {
    const subjects = ofKey.map(({ organizationId, documentId }) => ({ organizationId, documentId }));
    const answer = await directory.checkAccess({ apiKeyId, subjects }, { timeoutMs: askTimeoutMs });
    ofKey.forEach(({ emailId }, index) => {
      states.set(emailId, entryOf(answer.states[index]));
    });
  };
  // A failure of the service for one API key delays only that key's mails.
  await Promise.allSettled([...Map.groupBy(mails, ({ apiKeyId }) => apiKeyId)].map(([apiKeyId, ofKey]) => ask(apiKeyId, ofKey)));
  return states;
}

/** The recipients, by email id; missing where they are unavailable. */
export async function recipientsOf(users: Users, mails: readonly DueEmail[]): Promise<ReadonlyMap<number, Recipient>> {
  const members = await membersOf(users, mails, askTimeoutMs);
  return new Map(
    mails.flatMap((mail) => {
      const member = members.get(memberKey(mail));
      return member === undefined ? [] : [[mail.emailId, { ...member, userId: mail.userId }] as const];
    }),
  );
}

function entryOf(state: AccessState | undefined): "open" | "disabled" | "missing" {
  if (state === AccessState.OPEN) return "open";
  return state === AccessState.DISABLED ? "disabled" : "missing";
}
