import type { Mutation } from "../mutation.ts";

const findUsers = ["apps/users/test/find-users.test.ts"];

/** What is answered of users as they are stored. */
export const storedUsers: readonly Mutation[] = [
  {
    name: "profiles-have-no-bound",
    file: "apps/users/src/members/profiles.store.ts",
    text: "where bytes <= $maxBytes order by position",
    replacement: "where bytes <= $maxBytes or position > 0 order by position",
    noticedBy: findUsers,
    tests: "profiles are those of the API key",
  },
  {
    name: "search-forgets-own-keys",
    file: "apps/users/src/search/search-users.ts",
    text: 'metadata: profiles.get(row.userId)?.metadata ?? "{}"',
    replacement: 'metadata: profiles.get("")?.metadata ?? "{}"',
    noticedBy: findUsers,
    tests: "users come with the customer's own keys",
  },
];
