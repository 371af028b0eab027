const limit = 500;
const chunk = (organizationId: string, id: string) => ({
  apiKeyId: "key",
  requestedAtMs: 9_000_000_000_000_000,
  organizationIds: [organizationId],
  ids: [id],
  parts: [""],
  begins: false,
  limit,
});
const acme = { apiKeyId: "key", organizationId: "acme" };
const groupRefs = Array.from({ length: 100 }, (_, index) => index + 1);
const groupIds = groupRefs.map((ref) => `g${String(ref).padStart(4, "0")}`);

/** The statements of erasures, in the form of `cases` in `plans.test.ts`. */
export const erasureCases: Readonly<Record<string, readonly [parameters: Record<string, unknown>, mostRows: number]>> = {
  "users.erase_profiles_now": [{ apiKeyId: "key", userIds: ["u0100000", "u0000001"], requestedAtMs: 9_000_000_000_000_000 }, 2],
  "users.erase_profiles": [{ ...chunk("", "u0100000"), key0: "" }, 1],
  "users.erase_memberships_of_user": [{ ...chunk("", "u0000100"), key0: "", key1: "", key2: "" }, limit],
  "users.erase_memberships_of_organization": [{ ...chunk("acme", ""), key0: "organization", key1: "", key2: "u0100000" }, limit],
  "users.erase_memberships_of_document": [{ ...chunk("acme", "d00500"), key0: "" }, limit],
  "users.erase_memberships_of_folder": [{ ...chunk("acme", "f"), key0: "" }, limit],
  "users.erase_groups_of_user": [{ ...chunk("", "u0000400"), key0: 0 }, limit],
  "users.erase_groups_find": [{ ...acme, after: "", requestedAtMs: 9_000_000_000_000_000, limit: 100 }, 100],
  "users.erase_group_members": [{ apiKeyId: "key", groupRefs, limit }, limit],
  "users.erase_groups_count": [{ apiKeyId: "key", organizationIds: ["acme"], requestedAtMs: 9_000_000_000_000_000, limit }, limit],
  "users.erase_groups": [{ ...acme, groupIds, groupRefs }, 201],
};
