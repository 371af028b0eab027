import type { StoredUsers } from "../../webhooks/bodies/stored-users.ts";
import type { ItemRow } from "../queue/email-items-of.store.ts";

/** Adds the stored name of the acting user to items whose events had only the id. While names are unavailable, items stay as they are. */
export async function namedItems(storedUsers: StoredUsers, items: readonly ItemRow[]): Promise<readonly ItemRow[]> {
  const bare = items.filter(({ kind, actorId, actorName }) => kind !== "notification" && actorId !== "" && actorName === "");
  if (bare.length === 0) return items;
  const ofKeys = [...Map.groupBy(bare, ({ apiKeyId }) => apiKeyId)];
  const profiles = await storedUsers.of(
    new Map(ofKeys.map(([apiKeyId, ofKey]) => [apiKeyId, new Set(ofKey.map(({ actorId }) => actorId))])),
  );
  return items.map((item) => {
    const name = profiles.get(item.apiKeyId)?.get(item.actorId)?.name;
    return item.actorName === "" && typeof name === "string" ? { ...item, actorName: name } : item;
  });
}
