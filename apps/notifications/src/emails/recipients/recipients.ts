import type { Client } from "@connectrpc/connect";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import type { DueEmail } from "../queue/due-emails.store.ts";
import type { Recipient } from "./wanted-items.ts";

const askTimeoutMs = 2_000;

type Directory = Client<typeof OrganizationDirectoryService>;
type Users = Client<typeof UsersService>;

/** Whether mails may be sent about each place now, by email id; missing where that is unavailable. */
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
  await askEach(mails, ({ apiKeyId }) => apiKeyId, ask);
  return states;
}

/** The recipients, by email id; missing where they are unavailable. */
export async function recipientsOf(users: Users, mails: readonly DueEmail[]): Promise<ReadonlyMap<number, Recipient>> {
  const recipients = new Map<number, Recipient>();
  const ask = async (_key: string, ofOrganization: readonly DueEmail[]) => {
    const [{ apiKeyId, organizationId }] = ofOrganization as [DueEmail];
    const userIds = [...new Set(ofOrganization.map(({ userId }) => userId))];
    const answer = await users.resolveUsers({ apiKeyId, organizationId, userIds }, { timeoutMs: askTimeoutMs });
    // Addresses that an earlier release stored may have white space around them.
    const found = new Map(
      answer.users.map(({ userId, name, email, inOrganization }) => [userId, { userId, name, email: email.trim(), inOrganization }]),
    );
    for (const { emailId, userId } of ofOrganization) {
      recipients.set(emailId, found.get(userId) ?? { userId, name: "", email: "", inOrganization: false });
    }
  };
  await askEach(mails, ({ apiKeyId, organizationId }) => `${apiKeyId}\0${organizationId}`, ask);
  return recipients;
}

// A failure of the service for one API key delays only that key's mails.
async function askEach(
  mails: readonly DueEmail[],
  keyOf: (mail: DueEmail) => string,
  ask: (key: string, mails: readonly DueEmail[]) => Promise<void>,
): Promise<void> {
  await Promise.allSettled([...Map.groupBy(mails, keyOf)].map(([key, group]) => ask(key, group)));
}

function entryOf(state: AccessState | undefined): "open" | "disabled" | "missing" {
  if (state === AccessState.OPEN) return "open";
  return state === AccessState.DISABLED ? "disabled" : "missing";
}
