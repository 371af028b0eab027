import { fillTables, generateAsTold } from "./fill-tables.ts";

interface UsersToGenerate {
  readonly apiKeyId: string;
  readonly users: number;
  /** The first one has a quarter of all users, the others share the rest evenly. */
  readonly organizations: number;
  /** Spread over the organizations. */
  readonly documents: number;
  readonly usersOfDocument: number;
  /** Spread over the organizations; a user is in one group of each of the user's organizations. */
  readonly groups: number;
}

export const aMillionUsers: Omit<UsersToGenerate, "apiKeyId"> = {
  users: 1_000_000,
  organizations: 100,
  documents: 10_000,
  usersOfDocument: 50,
  groups: 1_000,
};

/** The ids of generated records, by number. */
export const generatedIds = {
  user: (n: number) => `u${String(n).padStart(7, "0")}`,
  organization: (n: number) => `org${String(n).padStart(3, "0")}`,
  document: (n: number) => `doc${String(n).padStart(6, "0")}`,
  group: (n: number) => `group${String(n).padStart(5, "0")}`,
};

const userId = "'u' || lpad(n::text, 7, '0')";

/** The steps in order; `$1` is the API key. Ids rise with the rows, so that indexes grow at their end. */
function steps({ users, organizations, documents, usersOfDocument, groups }: UsersToGenerate): readonly string[] {
  const organizationOf = `case when n <= ${Math.ceil(users / 4)} then 'org000' else 'org' || lpad((1 + n % ${organizations - 1})::text, 3, '0') end`;
  return [
    `insert into users.users (api_key_id, user_id, name, email)
     select $1, ${userId}, 'Name of user ' || n, 'user' || n || '@example.com' from generate_series(1, ${users}) n`,
    `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
     select $1, ${organizationOf}, 'organization', '', ${userId} from generate_series(1, ${users}) n`,
    `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
     select $1, 'org' || lpad((d % ${organizations})::text, 3, '0'), 'document', 'doc' || lpad(d::text, 6, '0'), ${userId}
     from generate_series(0, ${documents - 1}) d, generate_series(1, ${usersOfDocument}) m, lateral (select (d * ${usersOfDocument} + m) % ${users} + 1 as n) i
     on conflict do nothing`,
    `insert into users.user_groups (api_key_id, organization_id, group_id, group_name)
     select $1, 'org' || lpad((g % ${organizations})::text, 3, '0'), 'group' || lpad(g::text, 5, '0'), 'Group ' || g from generate_series(0, ${groups - 1}) g`,
    `insert into users.group_members (api_key_id, group_ref, user_id)
     select $1, g.group_ref, m.user_id
     from (select organization_id, user_id, row_number() over (partition by organization_id order by user_id) as position
           from users.memberships where api_key_id = $1 and kind = 'organization') m
     join (select organization_id, group_ref, row_number() over (partition by organization_id order by group_id) - 1 as position,
             count(*) over (partition by organization_id) as groups
           from users.user_groups where api_key_id = $1) g
       on g.organization_id = m.organization_id and g.position = m.position % g.groups`,
  ];
}

/** Fills the users service's existing tables with more users than one would send over HTTP a thousand at a time. */
export async function generateUsers(url: string, what: UsersToGenerate, report: (line: string) => void): Promise<void> {
  const values = [what.apiKeyId];
  await fillTables(
    url,
    steps(what).map((sql) => ({ sql, values })),
    report,
  );
}

// `node tools/generators/users.ts --api-key pk_… [--users 1000000 …]`, with PARLEY_DATABASE_URL set and the users service started once.
// Organizations unknown to the directory exist only for the users service; Get users returns their users anyway.
if (import.meta.main) await generateAsTold(aMillionUsers, generateUsers);
