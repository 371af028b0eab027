import { querySql, type StatementCases, testStatementCases, withCounts } from "@parley/testing";
import { beforeAll } from "vitest";
import { erasureCases } from "./erasure-cases.ts";
import { startUsers } from "./users.ts";

let databaseUrl: string;

const tables = ["users", "memberships", "user_groups", "group_members", "deleted_groups", "erasure_jobs", "erasure_tasks"];

// One organization with 200,000 users, 1,000 documents with 50 users each, a group of 100,000 and 200 groups of 500: a step that reads more
// than it returns shows in its number of rows.
beforeAll(async () => {
  // Only its tables are needed: the running service would change and lock rows meanwhile.
  const users = await startUsers();
  await users.stop();
  databaseUrl = users.databaseUrl;
  await querySql(
    databaseUrl,
    `${tables.map((table) => `alter table users.${table} set (autovacuum_enabled = false);`).join("\n")}
     insert into users.users (api_key_id, user_id, name, email)
       select 'key', 'u' || lpad(n::text, 7, '0'), 'Name ' || n || ' ' || n || ' De E' || n, n || '@example.com' from generate_series(1, 200000) n;
     insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
       select 'key', 'acme', 'organization', '', 'u' || lpad(n::text, 7, '0') from generate_series(1, 200000) n;
     insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
       select 'key', 'acme', 'document', 'd' || lpad(d::text, 5, '0'), 'u' || lpad(((d * 50 + n) % 200000 + 1)::text, 7, '0')
       from generate_series(1, 1000) d, generate_series(1, 50) n;
     insert into users.user_groups (api_key_id, organization_id, group_id)
       select 'key', 'acme', 'g' || lpad(n::text, 4, '0') from generate_series(0, 200) n;
     insert into users.group_members (api_key_id, group_ref, user_id)
       select 'key', g.group_ref, 'u' || lpad((n * 2)::text, 7, '0') from users.user_groups g, generate_series(1, 100000) n where g.group_id = 'g0000';
     insert into users.group_members (api_key_id, group_ref, user_id)
       select 'key', g.group_ref, 'u' || lpad((n * 400)::text, 7, '0') from users.user_groups g, generate_series(1, 500) n where g.group_id <> 'g0000';
     insert into users.erasure_jobs (api_key_id, job_id, kind, subject_hashes, requested_at_ms, tasks_count, tasks_left)
       select 'key', 'j' || n, 'user', '{}', n, 1, 0 from generate_series(1, 20000) n;
     insert into users.erasure_jobs (api_key_id, job_id, kind, subject_hashes, requested_at_ms, tasks_count, tasks_left, scope)
       select 'key', 'open' || n, 'user', '{}', n, 20, 20, json_build_object('organizationIds', array['acme'],
         'userIds', array(select 'u' || lpad(u::text, 7, '0') from generate_series(1, 100) u))
       from generate_series(1, 5) n;
     insert into users.erasure_tasks (api_key_id, job_id, stage, service, collection)
       select 'key', 'open' || n, 1, 'users', 'c' || t from generate_series(1, 5) n, generate_series(1, 20) t;
     insert into users.erasure_tasks (api_key_id, job_id, stage, service, collection)
       select 'key' || n, 'open', 1, 'users', 'c' || t from generate_series(1, 1000) n, generate_series(1, 20) t;`,
  );
}, 600_000);

const ids = Array.from({ length: 1_000 }, (_, index) => `u${String(index * 199 + 1).padStart(7, "0")}`);
const newIds = Array.from({ length: 1_000 }, (_, index) => `new${index}`);
const groupIds = Array.from({ length: 201 }, (_, index) => `g${String(index).padStart(4, "0")}`);
const key = { apiKeyId: "key", organizationId: "acme" };
const owner = { ownerId: "key", limit: 1_000 };
const place = { ...key, kind: "organization", placeId: "" };
const middle = { after: "u0100000", limit: 51 };
const search = { search: "name", allDocuments: true };
const columns = (of: readonly string[]) => ({
  ids: of,
  names: of.map((id) => `New name of ${id}`),
  emails: of.map(() => null),
  sets: of.map(() => '{"team":"a"}'),
  clears: of.map(() => "[]"),
  roles: of.map(() => "viewer"),
});

const workOfDeletion = {
  workKinds: ["deleted-groups"],
  workApiKeyIds: ["key"],
  workDedupeKeys: [null],
  workPayloads: [""],
  workDelaysMs: [0],
  workAbouts: [""],
};

/** The places of a token with as many as it can have. */
const somePlaces = {
  organizationIds: Array.from({ length: 100 }, () => "org"),
  kinds: Array.from({ length: 100 }, () => "document"),
  placeIds: Array.from({ length: 100 }, (_, index) => `d${String(index).padStart(5, "0")}`),
};

/** Each statement of the service with values from the middle of the data, and how many rows each step of it should need. */
const cases: StatementCases = {
  ...withCounts("users", erasureCases),
  "users.page_of_place": [{ ...place, ...middle }, 51],
  "users.page_of_place_by_ids": [{ ...place, ...middle, userIds: ids }, 1_000],
  "users.page_of_documents": [{ ...key, afterDocument: "d00500", ...middle }, 51],
  "users.page_of_any_document": [{ ...key, ...middle }, 51],
  "users.page_of_any_document_by_ids": [{ ...key, ...middle, limit: 1_000, userIds: ids }, 1_000],
  "users.members_count": [{ ...place, after: "u0100000", limit: 1_000 }, 1_000],
  "users.document_members_count": [{ ...key, after: "u0100000", limit: 1_000 }, 1_000],
  "users.page_of_groups": [{ ...key, ...middle, groupIds, fromEach: 17 }, 201 * 17],
  "users.page_of_groups_by_ids": [{ ...key, ...middle, groupIds, userIds: ids }, 1_000],
  "users.search_members_count": [{ ...key, allDocuments: true, most: 1_001 }, 1_001],
  "users.search_among_few": [{ ...key, ...search, field: 1, text: "", userId: "", limit: 51, most: 1_000 }, 1_000],
  "users.search_by_name": [{ ...key, ...search, text: "name 150000", userId: "u0150000", limit: 1_000 }, 1_000],
  "users.search_by_name of no word": [{ ...key, ...search, search: ",", text: "", userId: "", limit: 1_000 }, 1],
  "users.search_by_first_word": [{ ...key, ...search, search: "1 name", text: "name 150000", userId: "u0150000", limit: 1_000 }, 1_000],
  "users.search_by_first_word of one word": [{ ...key, ...search, text: "", userId: "", limit: 1_000 }, 1],
  "users.search_by_second_word": [{ ...key, search: "1", allDocuments: true, text: "150000", userId: "u0150000", limit: 1_000 }, 1_000],
  "users.search_by_third_word": [{ ...key, search: "1", allDocuments: true, text: "150000", userId: "u0150000", limit: 1_000 }, 1_000],
  "users.search_by_last_word": [{ ...key, search: "e", allDocuments: true, text: "e150000", userId: "u0150000", limit: 1_000 }, 1_000],
  "users.search_by_email": [
    { ...key, search: "1", allDocuments: true, text: "150000@example.com", userId: "u0150000", limit: 1_000 },
    1_000,
  ],
  "users.search_by_id": [{ ...key, search: "u0", allDocuments: true, text: "", userId: "u0100000", limit: 1_000 }, 1_000],
  "users.users_count_part": [{ ...owner, after_user_id: "u0100000" }, 1_000],
  "users.memberships_count_part": [
    { ...owner, after_organization_id: "acme", after_kind: "organization", after_place_id: "", after_user_id: "u0100000" },
    1_000,
  ],
  "users.groups_count_part": [{ ...owner, after_group_ref: 10 }, 201],
  "users.group_members_count_part": [{ ...owner, after_group_ref: 1, after_user_id: "u0100000" }, 1_000],
  "users.removals_count_part": [{ ...owner, after_job_id: "" }, 1_000],
  "users.profile": [{ apiKeyId: "key", userId: "u0100000" }, 1],
  "users.profiles_by_id": [{ apiKeyId: "key", ids, maxBytes: 1_000_000 }, 1_000],
  "users.profiles_resolve": [{ ...place, ids }, 1_000],
  "users.members_among": [{ ...key, ids: ids.slice(0, 10), kinds: somePlaces.kinds, placeIds: somePlaces.placeIds }, 1_000],
  // Three kinds of places of each user.
  "users.members_of_any_place": [{ ...key, ids }, 3_000],
  "users.removal_requests_hold": [{ apiKeyId: "key" }, 1],
  "users.removal_requests_wait": [{ apiKeyId: "key" }, 1],
  // Five of 20,000 removals are open, each of a hundred users.
  "users.requested_removals": [{ ...key, userIds: ids }, 1_000],
  "users.profiles_insert": [{ ...place, ...columns(newIds) }, 1_000],
  "users.profiles_change": [{ ...place, ...columns(ids), metadataBytes: 1_000 }, 1_000],
  "users.profiles_change_of_documents": [{ ...key, ...columns(ids), metadataBytes: 1_000 }, 1_000],
  "users.profiles_change_any": [{ apiKeyId: "key", ...columns(ids), metadataBytes: 1_000 }, 1_000],
  "users.profiles_change_and_add": [{ ...place, kind: "document", placeId: "d00001", ...columns(ids), metadataBytes: 1_000 }, 1_000],
  "users.memberships_of_user_insert": [{ apiKeyId: "key", userId: "u0000100", ...somePlaces }, 100],
  "users.memberships_of_user_among": [{ apiKeyId: "key", userId: "u0000100", ...somePlaces }, 100],
  "users.memberships_delete": [{ ...place, ids }, 1_000],
  "users.organizations_of_user": [{ apiKeyId: "key", userId: "u0100000", after: "", limit: 51 }, 51],
  "users.places_of_user": [{ ...key, userId: "u0000100", kind: "document", after: "", limit: 51 }, 51],
  "users.groups_upsert": [{ ...key, ids: groupIds, names: groupIds }, 201],
  "users.groups": [{ ...key, after: "g0100", limit: 51 }, 51],
  "users.groups_by_id": [{ ...key, after: "", limit: 1_001, ids: groupIds }, 201],
  "users.groups_of_user": [{ ...key, after: "", userId: "u0000400", limit: 1_001 }, 201],
  "users.groups_delete": [{ ...key, ids: groupIds, ...workOfDeletion }, 201],
  "users.deleted_groups_next": [{ apiKeyId: "key" }, 1],
  "users.deleted_groups_of_organization": [{ ...key, limit: 100 }, 100],
  "users.deleted_groups_forget": [{ apiKeyId: "key", removalId: 1, groupRefs: [1] }, 1],
  "users.group_ref": [{ ...key, groupId: "g0000" }, 1],
  "users.group_members_insert": [{ ...key, groupId: "g0001", ids }, 1_000],
  "users.group_members_without_need": [{ ...key, groupId: "g0000", ids }, 1_000],
  "users.group_members_delete": [{ ...key, groupId: "g0000", ids }, 1_000],
  "users.group_members_delete_chunk": [{ apiKeyId: "key", groupRef: 1, after: "u0100000", limit: 1_000 }, 1_000],
  "users.group_member_next": [{ apiKeyId: "key", groupRef: 1, after: "u0100000" }, 1],
  // Each listed user is in up to 201 groups.
  "users.groups_leave": [{ ...key, ids }, 2_000],
};

testStatementCases({ databaseUrl: () => databaseUrl, schema: "users", cases, shortTables: ["user_groups", "deleted_groups"] });
