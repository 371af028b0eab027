import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { workspaceMessage } from "./wire.ts";
import { selectWorkspace } from "./workspaces.store.ts";

export const getWorkspace =
  ({ database }: Context): Handler<"getWorkspace"> =>
  async ({ workspaceId }) => {
    const workspace = await selectWorkspace(database, workspaceId);
    if (workspace === undefined) throw notFound(`There is no workspace ${workspaceId}.`);
    return { workspace: workspaceMessage(workspace) };
  };
