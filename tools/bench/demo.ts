import type { Installation } from "../installation/installation.ts";
import type { Workspace } from "../installation/workspace.ts";
import type { App } from "../services/services.ts";
import type { Target } from "./load.ts";

/** The services behind the measured requests, and the gateway. */
export const servingApps: readonly App[] = ["workspace", "organization-directory", "gateway"];

/** A workspace with 1,000 organizations, the first of which has 10,000 documents. */
export async function createDemo(installation: Installation): Promise<Workspace> {
  const workspace = await installation.workspace();
  const { customer } = workspace;
  const organizations = Array.from({ length: 1_000 }, (_, n) => ({ organizationId: `org${n}`, organizationName: `Organization ${n}` }));
  await customer.ask("/v2/organizations/add", { organizations });
  for (let batch = 0; batch < 10; batch++) {
    const documents = Array.from({ length: 1_000 }, (_, n) => ({
      documentId: `document${batch}-${n}`,
      documentName: `Document ${batch}-${n}`,
    }));
    await customer.ask("/v2/organizations/documents/add", { organizationId: "org0", documents });
  }
  return workspace;
}

/** The target of a load. */
export function targetOf(name: string, { url, pids }: Installation, { customer }: Workspace): Target {
  return { name, url, headers: customer.headers, processes: pids };
}
