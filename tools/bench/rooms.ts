import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Time of a CPU profile in µs by room of the code, and within a room by function; idle time is left out. */
export function byRoom(file: string): Map<string, { us: number; readonly functions: Map<string, number> }> {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8")) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const maps = new Map<string, SourceMap | undefined>();
  const rooms = new Map<string, { us: number; readonly functions: Map<string, number> }>();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === "(idle)" || frame.url === "node:inspector") continue;
    const name = roomOf(sourceOf(frame, maps), frame);
    const room = rooms.get(name) ?? { us: 0, functions: new Map<string, number>() };
    rooms.set(name, room);
    const us = timeDeltas[index] ?? 0;
    room.us += us;
    room.functions.set(frame.functionName, (room.functions.get(frame.functionName) ?? 0) + us);
  }
  return rooms;
}

function sourceOf({ url, lineNumber, columnNumber }: Frame, maps: Map<string, SourceMap | undefined>): string {
  if (!url.startsWith("file:")) return url;
  if (!maps.has(url)) maps.set(url, mapOf(fileURLToPath(url)));
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry !== undefined && "originalSource" in entry ? new URL(entry.originalSource, url).href : url;
}

function mapOf(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
  } catch {
    return undefined;
  }
}

function roomOf(source: string, { functionName }: Frame): string {
  const [, packaged] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(source) ?? [];
  if (packaged !== undefined) return packaged;
  const [, place, room = ""] = /((?:apps|libs)\/[^/]+)\/(?:src|migrations)\/(?:([^/]+)\/)?/.exec(source) ?? [];
  if (place !== undefined) return room === "" ? place : `${place}/${room}`;
  if (source.startsWith("node:")) return source.replace(/^node:(?:internal\/)?/, "node ").replace(/\/.*$/, "");
  return functionName.startsWith("(") ? functionName : "node, native";
}
