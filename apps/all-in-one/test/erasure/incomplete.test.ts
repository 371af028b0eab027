import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

const place = { organizationId: "acme", documentId: "plan" };
const certificatePath = "/v2/workspace/removals/certificate/get";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const commentData = [{ commentId: "first", from: { userId: "other" }, commentText: "First" }];
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "shared", commentData }] });
});

afterAll(() => parley?.stop());

interface Case {
  readonly table: string;
  readonly column: string;
  readonly path: string;
  readonly data: (userId: string) => object;
}

const cases: readonly Case[] = [
  {
    table: "notifications.configs",
    column: "user_id",
    path: "/v2/notifications/config/set",
    data: (userId) => ({ organizationId: "acme", userIds: [userId], config: { inbox: "MINE" } }),
  },
  {
    table: "activity.comments",
    column: "author_id",
    path: "/v2/commentannotations/comments/add",
    data: (userId) => ({ ...place, annotationId: "shared", commentData: [{ from: { userId }, commentText: "Hello" }] }),
  },
  {
    table: "notifications.recipients",
    column: "user_id",
    path: "/v2/notifications/add",
    data: (userId) => ({
      ...place,
      displayHeadlineMessageTemplate: "News",
      displayHeadlineMessageTemplateData: {},
      actionUser: { userId: "other" },
      notifyUsers: [{ userId }, { userId: "other" }],
    }),
  },
];

test.for(cases)(
  "an erasure stays open without a certificate while a row of $table cannot be erased, and ends when it can",
  async ({ table, column, path, data }, { expect: each }) => {
    const { customer, owner } = workspace;
    const userId = `kept-in-${table.replace(".", "-")}`;
    await customer.data(path, data(userId));
    const rows = () => querySql(parley.databaseUrl, `select from ${table} where ${column} = $1`, [userId]);
    each(await rows()).toHaveLength(1);
    const schema = table.split(".")[0];
    await querySql(
      parley.databaseUrl,
      `create function public.keep_row() returns trigger language plpgsql as 'begin return case when old.${column} = tg_argv[0] then null else old end; end'`,
    );
    await querySql(
      parley.databaseUrl,
      `create trigger keep_row before delete on ${table} for each row execute function public.keep_row('${userId}')`,
    );

    const { jobId } = await customer.data("/v2/users/data/delete", { userIds: [userId] });
    await until(async () => {
      const [failed] = await querySql<{ attempts: number }>(
        parley.databaseUrl,
        `select max(attempts)::int as attempts from ${schema}.work where strpos(payload, $1) > 0`,
        [jobId],
      );
      return (failed?.attempts ?? 0) > 1;
    }, 30_000);

    each(await customer.data("/v1/users/data/delete/status", { jobId })).toMatchObject({ isDeleteCompleted: false });
    each((await owner.post(certificatePath, { jobId })).status).toBe(404);

    await querySql(parley.databaseUrl, `drop trigger keep_row on ${table}`);
    await querySql(parley.databaseUrl, "drop function public.keep_row");
    await until(async () => (await owner.post(certificatePath, { jobId })).status === 200, 60_000);
    each(await rows()).toEqual([]);
  },
);
