import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const settings = {
  shared_preload_libraries: "citus",
  // Citus moves shards by logical replication.
  wal_level: "logical",
  max_wal_senders: "16",
  max_replication_slots: "16",
  max_logical_replication_workers: "8",
  // Citus runs a background process for each database.
  max_worker_processes: "128",
  max_connections: "400",
  "citus.node_conninfo": "sslmode=disable",
  "citus.shard_count": "8",
  "citus.enable_statistics_collection": "off",
};

/**
 * The settings of each server of a cluster on this machine. Writes a file to the folder by which every user of this machine may log in
 * without a password, because the servers log in to one another without one.
 */
export async function citusSettings(folder: string): Promise<Readonly<Record<string, string>>> {
  const access = join(folder, "access.conf");
  await writeFile(access, "host all all 127.0.0.1/32 trust\n", { mode: 0o644 });
  return { ...settings, hba_file: access };
}
