import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

const before = "there-before";
const after = "added-after";
const both = [before, after];

test("a removal repeated after a restore removes earlier data and keeps data added again since", async () => {
  await using parley = await startParley("all-in-one", { PARLEY_ERASURE_LEASE_MS: "1000" });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const sql = (text: string) => querySql(parley.databaseUrl, text);
  await sql(
    `create table directory.told as select * from directory.outbox limit 0;
     create function directory.keep() returns trigger language plpgsql security definer as $$ begin insert into directory.told values (new.*); return new; end $$;
     create trigger keep before insert on directory.outbox for each row when (new.topic = 'erasure.requests.v1') execute function directory.keep()`,
  );
  await add(customer);
  await remove(customer);
  await until(async () => (await sql("select from directory.erasure_jobs where tasks_left > 0")).length === 0);
  await sql("drop trigger keep on directory.outbox");
  await add(customer);

  // Simulates restored tables: they still contain the removed rows, and do not know of the removals.
  for (const table of ["organizations", "documents", "folders"]) {
    const id = `${table.slice(0, -1)}_id`;
    await sql(`update directory.${table} set created_at_ms = created_at_ms - 3600000 where ${id} = '${before}'`);
  }
  await sql("delete from directory.erasure_tasks; delete from directory.erasure_jobs");
  await sql(
    "update directory.told set event_id = gen_random_uuid(); insert into directory.outbox overriding user value select * from directory.told",
  );

  const unhandled = "select from directory.told where not exists (select from directory.inbox where inbox.event_id = told.event_id)";
  await until(async () => (await sql(unhandled)).length === 0);
  expect(await foundIn(customer)).toEqual([[after], [after], [after]]);
});

async function add(customer: Customer): Promise<void> {
  await customer.data("/v2/organizations/add", { organizations: ["acme", ...both].map((organizationId) => ({ organizationId })) });
  await customer.data("/v2/organizations/folders/add", { organizationId: "acme", folders: both.map((folderId) => ({ folderId })) });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: both.map((documentId) => ({ documentId })) });
}

async function remove(customer: Customer): Promise<void> {
  await customer.data("/v2/organizations/delete", { organizationIds: both });
  await customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: both });
  for (const folderId of both) {
    expect((await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId })).status).toBe(200);
  }
}

/** The ids of the existing organizations, documents and folders. */
async function foundIn(customer: Customer): Promise<[string[], string[], string[]]> {
  const [organizations, documents, folders] = await Promise.all([
    customer.data("/v2/organizations/get", { organizationIds: both }),
    customer.data("/v2/organizations/documents/get", { organizationId: "acme", documentIds: both }),
    customer.data("/v2/organizations/folders/get", { organizationId: "acme", folderIds: both }),
  ]);
  const ids = (items: Record<string, string>[], key: string) => items.map((item) => item[key] ?? "").sort();
  return [ids(organizations, "organizationId"), ids(documents, "documentId"), ids(folders, "folderId")];
}
