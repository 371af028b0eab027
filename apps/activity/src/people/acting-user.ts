import type { User } from "@parley/contracts/activity";
import type { Context } from "../context.ts";
import { type DocumentScope, required } from "../places/scope.ts";

interface UserRequest extends DocumentScope {
  readonly actingUser?: User | undefined;
}

/** The user for whom a request acts. A request for a document that the user may not access is refused before anything else. */
export async function actingUserOf({ access }: Pick<Context, "access">, request: UserRequest): Promise<User> {
  await access.requireOpen(request);
  return required(request.actingUser);
}

/** The only author whose items the acting user may change; undefined if the user may change everybody's. */
export function authorFor({ onlyOwn }: { readonly onlyOwn: boolean }, actor: User): string | undefined {
  return onlyOwn ? actor.userId : undefined;
}
