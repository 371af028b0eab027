import type { Context, Handler } from "../context.ts";
import { workspaceTokenMessage } from "./token-messages.ts";
import { selectWorkspaceTokens } from "./workspace-tokens.store.ts";

export const listWorkspaceTokens =
  ({ database }: Context): Handler<"listWorkspaceTokens"> =>
  async ({ workspaceId }) => ({ workspaceTokens: (await selectWorkspaceTokens(database, workspaceId)).map(workspaceTokenMessage) });
