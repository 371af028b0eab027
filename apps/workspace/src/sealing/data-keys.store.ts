import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { dataKeys } from "../schema.ts";
import type { DataKeySource } from "./sealer.ts";

/** The `Sealer`'s source of data keys. */
export function dataKeySource(db: Db): DataKeySource {
  return {
    newest: (workspaceId) => db.row(newest, { workspaceId }),
    ofVersion: (workspaceId, version) => db.row(ofVersion, { workspaceId, version }),
  };
}

const newest = statement(
  "workspace.newest_data_key",
  { workspaceId: dataKeys.workspaceId },
  { version: dataKeys.version, wrapped: dataKeys.wrapped },
  `select version, wrapped from data_keys where workspace_id = $workspaceId order by version desc limit 1`,
);

const ofVersion = statement(
  "workspace.data_key_of_version",
  { workspaceId: dataKeys.workspaceId, version: dataKeys.version },
  { version: dataKeys.version, wrapped: dataKeys.wrapped },
  `select version, wrapped from data_keys where workspace_id = $workspaceId and version = $version`,
);

interface NewDataKeys {
  readonly workspaceIds: readonly string[];
  readonly versions: readonly number[];
  readonly masterKeyId: string;
  readonly wrapped: readonly string[];
}

// A version that another run has created in the meantime stays as it is: secrets may be sealed under it already.
const insert = statement(
  "workspace.insert_data_keys",
  { masterKeyId: dataKeys.masterKeyId, workspaceIds: listOf(types.text), versions: listOf(types.integer), wrapped: listOf(types.text) },
  {},
  `insert into data_keys (workspace_id, version, master_key_id, wrapped)
   select given.workspace_id, given.version, $masterKeyId, given.wrapped
   from unnest($workspaceIds::text[], $versions::integer[], $wrapped::text[]) as given (workspace_id, version, wrapped)
   order by given.workspace_id, given.version
   on conflict (workspace_id, version) do nothing`,
);

/** Adds data keys, given as parallel arrays; returns how many were new. */
export function insertDataKeys(db: Db, dataKeys: NewDataKeys): Promise<number> {
  return db.run(insert, dataKeys);
}

const storedDataKey = {
  workspaceId: dataKeys.workspaceId,
  version: dataKeys.version,
  /** As `MasterKeys.wrap` made it. */
  wrapped: dataKeys.wrapped,
};

export type StoredDataKey = ValuesOf<typeof storedDataKey>;

const onePerMasterKey = statement(
  "workspace.data_key_per_master_key",
  {},
  storedDataKey,
  `select distinct on (master_key_id) workspace_id, version, wrapped from data_keys order by master_key_id, workspace_id, version`,
  { crossTenant: "The start of the service checks that it can open what each master key has wrapped." },
);

/** One data key for each master key in use. */
export function selectDataKeyPerMasterKey(db: Db): Promise<StoredDataKey[]> {
  return db.rows(onePerMasterKey, {});
}

interface DataKeyPage {
  readonly masterKeyId: string;
  readonly afterWorkspaceId: string;
  readonly afterVersion: number;
  readonly limit: number;
}

const notUnder = statement(
  "workspace.data_keys_to_rewrap",
  { masterKeyId: dataKeys.masterKeyId, afterWorkspaceId: types.text, afterVersion: types.integer, limit: types.bigint },
  storedDataKey,
  `select workspace_id, version, wrapped from data_keys
   where master_key_id <> $masterKeyId and (workspace_id, version) > ($afterWorkspaceId, $afterVersion)
   order by workspace_id, version limit $limit`,
  { crossTenant: "The rewrap command wraps the data keys of all workspaces again." },
);

/** The next data keys that are wrapped under another master key, in the order of their workspaces. */
export function selectDataKeysNotUnder(db: Db, page: DataKeyPage): Promise<StoredDataKey[]> {
  return db.rows(notUnder, page);
}

interface Rewrapped {
  readonly masterKeyId: string;
  readonly workspaceIds: readonly string[];
  readonly versions: readonly number[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

// A key that another run has wrapped in the meantime is skipped. Locked in the order of the key, so that two runs do not deadlock.
const rewrap = statement(
  "workspace.rewrap_data_keys",
  {
    workspaceIds: listOf(types.text),
    versions: listOf(types.integer),
    before: listOf(types.text),
    after: listOf(types.text),
    masterKeyId: dataKeys.masterKeyId,
  },
  {},
  `with locked as (
     select data_keys.workspace_id, data_keys.version, given.after
     from data_keys
     join unnest($workspaceIds::text[], $versions::integer[], $before::text[], $after::text[]) as given (workspace_id, version, before, after)
       on data_keys.workspace_id = given.workspace_id and data_keys.version = given.version and data_keys.wrapped = given.before
     order by data_keys.workspace_id, data_keys.version
     for update of data_keys
   )
   update data_keys set master_key_id = $masterKeyId, wrapped = locked.after
   from locked where data_keys.workspace_id = locked.workspace_id and data_keys.version = locked.version`,
  { crossTenant: "The rewrap command wraps the data keys of all workspaces again." },
);

/** Replaces wrapped texts, given as parallel arrays; returns how many still equalled `before`. */
export function updateWrappedDataKeys(db: Db, rewrapped: Rewrapped): Promise<number> {
  return db.run(rewrap, rewrapped);
}

const newestVersions = statement(
  "workspace.newest_data_key_versions",
  { after: types.text, limit: types.bigint },
  { workspaceId: dataKeys.workspaceId, version: types.integer },
  `select workspace_id, max(version) as version from data_keys where workspace_id > $after group by workspace_id order by workspace_id limit $limit`,
  { crossTenant: "The rotate-data-keys command gives every workspace a new data key." },
);

/** The newest version of each workspace after `after`, in the order of their ids. */
export function selectNewestVersions(db: Db, after: string, limit: number): Promise<{ workspaceId: string; version: number }[]> {
  return db.rows(newestVersions, { after, limit });
}
