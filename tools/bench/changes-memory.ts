import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runProcess } from "@parley/runtime";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { adminToken, environmentOver } from "../installation/environment.ts";
import { newWorkspace } from "../installation/workspace.ts";
import { liveBytes } from "./live-bytes.ts";

const streams = 1_000;

/** The memory of an idle stream in bytes, in a process with both gateway and service. */
export async function bytesOfStream(databaseUrl: string, folder: string): Promise<number> {
  const environment = { ...environmentOver(databaseUrl), PARLEY_DATA_DIR: folder, PARLEY_MAX_STREAMS_PER_KEY: String(2 * streams) };
  const running = await runProcess(modules, { ...environment, PARLEY_GATEWAY_PORT: "0", PARLEY_LOG_LEVEL: "error" });
  const url = running.addresses.get("gateway") ?? "";
  const { customer } = await newWorkspace(url, adminToken);
  // The first streams also allocate what all streams share.
  const first = await holderOf(url, customer.headers);
  const before = await liveBytes();
  const second = await holderOf(url, customer.headers);
  const after = await liveBytes();
  for (const holder of [first, second]) holder.kill("SIGKILL");
  await running.stop();
  return (after - before) / streams;
}

/** Starts another process that holds `count` streams open. */
async function holderOf(url: string, headers: object): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "changes-holder.ts"), [JSON.stringify({ url, headers }), String(streams)]);
  await once(child, "message");
  return child;
}
