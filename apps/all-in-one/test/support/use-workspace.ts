import { later } from "@parley/testing";
import { afterAll, beforeAll } from "vitest";
import { createWorkspace, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

interface UsedWorkspace {
  readonly parley: Parley;
  readonly workspace: Workspace;
}

/** One Parley for the tests of a file, in one process with these settings, and a workspace in it. Both can be read once the tests run. */
export function useWorkspace(overrides: Readonly<Record<string, string>> = {}): UsedWorkspace {
  let parley: Parley | undefined;
  let workspace: Workspace | undefined;
  beforeAll(async () => {
    parley = await startParley("all-in-one", overrides);
    workspace = await createWorkspace(parley.url, parley.adminToken);
  });
  afterAll(() => parley?.stop());
  return { parley: later(() => parley), workspace: later(() => workspace) };
}
