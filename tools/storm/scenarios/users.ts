import { namedThings } from "./named-things.ts";

/** Users of an organization: added, renamed, removed. */
export const users = namedThings("users", { list: "users", id: "userId", name: "name", path: "/v2/users" });
