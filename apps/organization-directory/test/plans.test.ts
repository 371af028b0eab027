import { explainGeneric, openConnection, statementsOf } from "@parley/testing";
import { expect, test } from "vitest";
import { newKey, useDirectory } from "./directory.ts";

const directory = useDirectory();

const walkers = new Set(
  ["folders_height", "folders_delete_subtree", "places_of_folder_count", "live_tree_of_folder", "live_documents_of_folders"].map(
    (name) => `directory.${name}`,
  ),
);

test("at scale no statement reads a whole table, and no list is sorted", async () => {
  const apiKeyId = newKey();
  const db = await openConnection(directory.databaseUrl);
  await db.query("set search_path to directory");
  // Most folders are in one folder, and most documents in none, so that the planner's statistics about the contents of a folder are
  // misleading.
  await db.query("insert into organizations (api_key_id, organization_id) select $1, 'o' || n from generate_series(1, 5000) n", [apiKeyId]);
  await db.query(
    `insert into folders (api_key_id, organization_ref, folder_id)
     select api_key_id, organization_ref, name from organizations, unnest(array['most', 'few']) name where organization_id = 'o1'`,
  );
  await db.query(
    `insert into folders (api_key_id, organization_ref, folder_id, parent_ref)
     select api_key_id, organization_ref, 'f' || n, folder_ref from folders, generate_series(1, 10000) n where folder_id = 'most'`,
  );
  await db.query(
    `insert into documents (api_key_id, organization_ref, document_id, folder_ref)
     select o.api_key_id, o.organization_ref, 'd' || n, case when n > 20000 then f.folder_ref else 0 end
     from organizations o join folders f on f.folder_id = 'few', generate_series(1, 20005) n where o.organization_id = 'o1'`,
  );
  await db.query(
    `insert into locations (api_key_id, document_ref, location_id)
     select api_key_id, document_ref, 'l' || n from documents, generate_series(1, 20000) n where document_id = 'd1'`,
  );
  await db.query("vacuum analyze organizations, folders, documents, locations");

  const [{ version = 0 } = {}] = (await db.query("select current_setting('server_version_num')::int / 10000 as version")).rows;
  const found: string[] = [];
  // Planned as in the service: without looking at values, and for walks of the tree with the settings that `lockOrganization` makes.
  for (const statement of statementsOf("directory")) {
    const { name } = statement;
    const walksTree = walkers.has(name);
    await db.query(`set enable_seqscan to ${walksTree ? "off" : "on"}`);
    const plan = (await explainGeneric<string>(db, statement, "costs off")).join("\n");
    if (/Seq Scan/.test(plan)) found.push(`${name} reads a whole table`);
    // Rows looked up by a list of ids come in the index's order from version 17 on; before, those few rows are sorted.
    const maySort = version < 17 && name.endsWith("_by_id");
    if (!maySort && /^Limit[\s\S]*^ +-> +Sort$/m.test(plan)) found.push(`${name} sorts`);
  }

  expect(found).toEqual([]);
});
