import { type Db, sql, statement } from "@parley/database";
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
  sql`select ${dataKeys.version}, ${dataKeys.wrapped} from ${dataKeys} where ${dataKeys.workspaceId} = $workspaceId
   order by ${dataKeys.version} desc limit 1`,
);

const ofVersion = statement(
  "workspace.data_key_of_version",
  { workspaceId: dataKeys.workspaceId, version: dataKeys.version },
  { version: dataKeys.version, wrapped: dataKeys.wrapped },
  sql`select ${dataKeys.version}, ${dataKeys.wrapped} from ${dataKeys}
   where ${dataKeys.workspaceId} = $workspaceId and ${dataKeys.version} = $version`,
);

interface NewDataKeys {
  readonly workspaceIds: readonly string[];
  readonly versions: readonly number[];
  readonly masterKeyId: string;
  readonly wrapped: readonly string[];
}

// A version that another run created meanwhile stays unchanged: secrets may already be sealed under it.
const insert = statement(
  "workspace.insert_data_keys",
  { masterKeyId: dataKeys.masterKeyId, workspaceIds: listOf(types.text), versions: listOf(types.integer), wrapped: listOf(types.text) },
  {},
  sql`insert into ${dataKeys} (${dataKeys.workspaceId}, ${dataKeys.version}, ${dataKeys.masterKeyId}, ${dataKeys.wrapped})
   select given.workspace_id, given.version, $masterKeyId, given.wrapped
   from unnest($workspaceIds::text[], $versions::integer[], $wrapped::text[]) as given (workspace_id, version, wrapped)
   order by given.workspace_id, given.version
   on conflict (${dataKeys.workspaceId}, ${dataKeys.version}) do nothing`,
);

/** Adds data keys, given as parallel arrays; returns how many were new. */
export function insertDataKeys(db: Db, dataKeys: NewDataKeys): Promise<number> {
  return db.run(insert, dataKeys);
}

const storedDataKey = {
  workspaceId: dataKeys.workspaceId,
  version: dataKeys.version,
  /** The result of `MasterKeys.wrap`. */
  wrapped: dataKeys.wrapped,
};

export type StoredDataKey = ValuesOf<typeof storedDataKey>;

const onePerMasterKey = statement(
  "workspace.data_key_per_master_key",
  {},
  storedDataKey,
  sql`select distinct on (${dataKeys.masterKeyId}) ${dataKeys.workspaceId}, ${dataKeys.version}, ${dataKeys.wrapped} from ${dataKeys}
   order by ${dataKeys.masterKeyId}, ${dataKeys.workspaceId}, ${dataKeys.version}`,
  { crossTenant: "The start of the service checks that it can open what each master key has wrapped." },
);

/** Returns one data key for each master key in use. */
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
  sql`select ${dataKeys.workspaceId}, ${dataKeys.version}, ${dataKeys.wrapped} from ${dataKeys}
   where ${dataKeys.masterKeyId} <> $masterKeyId and (${dataKeys.workspaceId}, ${dataKeys.version}) > ($afterWorkspaceId, $afterVersion)
   order by ${dataKeys.workspaceId}, ${dataKeys.version} limit $limit`,
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

// A key that another run wrapped meanwhile is skipped. Rows are locked in the order of the key, so that two runs do not deadlock.
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
  sql`with locked as (
     select held.${dataKeys.workspaceId}, held.${dataKeys.version}, given.after
     from ${dataKeys} held
     join unnest($workspaceIds::text[], $versions::integer[], $before::text[], $after::text[]) as given (workspace_id, version, before,
       after)
       on held.${dataKeys.workspaceId} = given.workspace_id and held.${dataKeys.version} = given.version
         and held.${dataKeys.wrapped} = given.before
     order by held.${dataKeys.workspaceId}, held.${dataKeys.version}
     for update of held
   )
   update ${dataKeys} set ${dataKeys.masterKeyId} = $masterKeyId, ${dataKeys.wrapped} = locked.after
   from locked where ${dataKeys}.${dataKeys.workspaceId} = locked.${dataKeys.workspaceId}
     and ${dataKeys}.${dataKeys.version} = locked.${dataKeys.version}`,
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
  sql`select ${dataKeys.workspaceId}, max(${dataKeys.version}) as version from ${dataKeys} where ${dataKeys.workspaceId} > $after
   group by ${dataKeys.workspaceId} order by ${dataKeys.workspaceId} limit $limit`,
  { crossTenant: "The rotate-data-keys command gives every workspace a new data key." },
);

/** The newest version of each workspace after `after`, in the order of their ids. */
export function selectNewestVersions(db: Db, after: string, limit: number): Promise<{ workspaceId: string; version: number }[]> {
  return db.rows(newestVersions, { after, limit });
}
