import { setTimeout as delay } from "node:timers/promises";
import { querySql } from "./query-sql.ts";

const attempts = 10;

/**
 * Creates a database of this name on each node of a Citus cluster, and joins them to one distributed database. Returns its URL on the
 * coordinator.
 */
export async function createOnNodes(coordinator: string, workers: readonly string[], name: string): Promise<string> {
  const urls = [coordinator, ...workers].map((url) => Object.assign(new URL(url), { pathname: `/${name}` }).href);
  await Promise.all(
    [coordinator, ...workers].map(async (url, node) => {
      await querySql(url, `create database ${name}`);
      await querySql(urls[node] ?? "", "create extension citus");
    }),
  );
  const [url = ""] = urls;
  await querySql(url, "select citus_set_coordinator_host('127.0.0.1', $1)", [Number(new URL(url).port)]);
  for (const worker of urls.slice(1)) await addNode(url, Number(new URL(worker).port));
  return url;
}

// Adding a node copies the coordinator's roles to it. Roles are shared by all databases, so the copy fails when a concurrent call for
// another database changes the same role.
async function addNode(url: string, port: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await querySql(url, "select citus_add_node('127.0.0.1', $1)", [port]);
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      await delay(Math.random() * 100 * attempt);
    }
  }
}
