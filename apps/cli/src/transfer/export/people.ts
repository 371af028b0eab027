import type { GroupsListItem, Parley } from "@parley/sdk";
import type { TransferRecord } from "../record.ts";

/** A user in a list, with name, address and the customer's own keys. */
interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly [key: string]: unknown;
}

/** A user of an organization, a document or a folder. */
export function userRecord(at: Readonly<Record<string, string>>, { userId, name, email, ...own }: Person): TransferRecord {
  return { type: "user", at, item: { ...own, userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) } };
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
