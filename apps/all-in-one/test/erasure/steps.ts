import { querySql, type TestProcess, until } from "@parley/testing";
import { request } from "undici";
import { createWorkspace, type Workspace } from "../support/customer.ts";

/** Helpers for tests of removals, for a process that is started later. */
export function erasureSteps(parley: () => TestProcess) {
  const newWorkspace = () =>
    createWorkspace(parley().process.addresses.get("gateway") ?? "", parley().environment.PARLEY_ADMIN_TOKEN ?? "");

  async function plantUser({ customer, apiKey }: Workspace, userId: string, recordings: number, organizationId = "acme"): Promise<void> {
    const users = [{ userId, name: `Name of ${userId}` }];
    await customer.data("/v2/users/add", { organizationId, createOrganization: true, users });
    await customer.data("/v2/users/add", { organizationId, documentId: "doc", createDocument: true, users });
    await querySql(
      parley().databaseUrl,
      `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, stored_at_ms)
       select $1, $4, 'doc', $2 || '-' || n, $2, '{}', 1 from generate_series(1, $3::int) n`,
      [apiKey, userId, recordings, organizationId],
    );
  }

  const recordingsOf = async ({ apiKey }: Workspace, userId: string) => {
    const [row] = await querySql<{ rows: number }>(
      parley().databaseUrl,
      "select count(*)::int as rows from activity.recordings where api_key_id = $1 and user_id = $2",
      [apiKey, userId],
    );
    return row?.rows ?? 0;
  };

  async function ops(path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await request(`http://127.0.0.1:${parley().process.opsPort}${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
  }

  const begin = async ({ customer }: Workspace, userIds: string[], organizationIds?: string[]) =>
    String(
      (await customer.data("/v2/users/data/delete", { userIds, ...(organizationIds === undefined ? {} : { organizationIds }) })).jobId,
    );

  const status = ({ customer }: Workspace, jobId: string) => customer.data("/v1/users/data/delete/status", { jobId });
  const finished = (workspace: Workspace, jobId: string) => until(async () => (await status(workspace, jobId)).isDeleteCompleted, 25_000);

  return { newWorkspace, plantUser, recordingsOf, ops, begin, status, finished };
}
