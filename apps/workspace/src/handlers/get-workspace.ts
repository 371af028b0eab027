import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspace } from "../store/workspaces.ts";
import { workspaceMessage } from "../wire.ts";

export const getWorkspace =
  ({ database }: Context): Handler<"getWorkspace"> =>
  async ({ workspaceId }) => {
    const workspace = await selectWorkspace(database, workspaceId);
    if (workspace === undefined) throw notFound(`There is no workspace ${workspaceId}.`);
    return { workspace: workspaceMessage(workspace) };
  };
