import type { GroupsListItem, Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";

/** A user as listed. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

type Profile = Readonly<Record<string, unknown>> & { readonly userId: string };

const atOnce = 8;

/** Reads what lists do not show of users: their metadata. A few at a time. */
export class Profiles {
  readonly #parley: Parley;
  readonly #organizationId: string;
  readonly #running = new Set<Promise<unknown>>();

  constructor(parley: Parley, organizationId: string) {
    this.#parley = parley;
    this.#organizationId = organizationId;
  }

  async of(person: Person): Promise<Profile> {
    while (this.#running.size >= atOnce) await Promise.race(this.#running);
    const reading = this.#read(person);
    this.#running.add(reading);
    try {
      return await reading;
    } finally {
      this.#running.delete(reading);
    }
  }

  async #read({ userId, name, email }: Person): Promise<Profile> {
    const { result } = await this.#parley.users.getData({ organizationId: this.#organizationId, userId });
    const { metadata = {} } = (result.userProfile ?? {}) as { readonly metadata?: Readonly<Record<string, unknown>> };
    return { ...metadata, userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) };
  }
}

/** A user of an organization, a document or a folder. */
export function userRecord(at: Readonly<Record<string, string>>, profile: Profile): TransferRecord {
  return { type: "user", at, item: profile };
}

/** A group and its users. */
export async function groupRecords(
  parley: Parley,
  organizationId: string,
  { groupId, groupName }: GroupsListItem,
): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [{ type: "group", at: { organizationId }, item: { groupId, groupName } }];
  for await (const { userId } of parley.users.list({ organizationId, organizationUserGroupIds: [groupId], pageSize: 1_000 })) {
    records.push({ type: "member", at: { organizationId, organizationUserGroupId: groupId }, item: { userId } });
  }
  return records;
}
