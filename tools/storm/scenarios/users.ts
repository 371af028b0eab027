import { namedThings } from "./named-things.ts";

/** Users of an organization: added, renamed, taken out. */
export const users = namedThings("users", { list: "users", id: "userId", name: "name", path: "/v2/users" });
