import { createSocket } from "node:dgram";
import { once } from "node:events";
import { hostAddress } from "./addresses.ts";
import type { AskApiServer } from "./control-plane.ts";

interface List<Item> {
  readonly items: readonly Item[];
}
interface Named {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly labels?: Readonly<Record<string, string>> };
}
interface Service extends Named {
  readonly spec: { readonly clusterIP?: string };
}
interface EndpointSlice extends Named {
  readonly endpoints?: readonly { readonly addresses: readonly string[]; readonly conditions: { readonly ready?: boolean } }[];
}

const refreshEveryMs = 1_000;
const secondsToKeep = 5;

/**
 * Answers for the names of Services like a cluster's name server: the virtual address, or the addresses of all ready pods of a headless
 * Service.
 */
export async function startNameServer(ask: AskApiServer): Promise<void> {
  let names = await namesOf(ask);
  const refresh = async () => {
    names = await namesOf(ask).catch(() => names);
    setTimeout(refresh, refreshEveryMs);
  };
  void refresh();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => socket.send(answer(query, names), from.port, from.address));
  socket.bind(53, hostAddress);
  await once(socket, "listening");
}

async function namesOf(ask: AskApiServer): Promise<ReadonlyMap<string, readonly string[]>> {
  const { items: services } = (await ask("/api/v1/services")) as List<Service>;
  const { items: slices } = (await ask("/apis/discovery.k8s.io/v1/endpointslices")) as List<EndpointSlice>;
  const pods = (name: string, namespace: string) =>
    slices
      .filter(({ metadata }) => metadata.namespace === namespace && metadata.labels?.["kubernetes.io/service-name"] === name)
      .flatMap(({ endpoints }) => endpoints ?? [])
      .flatMap(({ addresses, conditions }) => (conditions.ready === false ? [] : addresses));
  return new Map(
    services.map(({ metadata: { name, namespace }, spec: { clusterIP = "None" } }) => [
      `${name}.${namespace}.svc.cluster.local`,
      clusterIP === "None" ? pods(name, namespace) : [clusterIP],
    ]),
  );
}

function answer(query: Buffer, names: ReadonlyMap<string, readonly string[]>): Buffer {
  let offset = 12;
  const labels: string[] = [];
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  const isForIpv4 = query.readUInt16BE(offset + 1) === 1;
  const found = names.get(labels.join(".").toLowerCase());
  const addresses = isForIpv4 && found !== undefined ? found : [];
  const head = Buffer.from(query.subarray(0, 12));
  // An authoritative answer; 3 means that the name does not exist.
  head.writeUInt16BE(0x8580 | (found === undefined ? 3 : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  // The name from the question, at offset 12; type A, class IN.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, secondsToKeep, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([head, query.subarray(12, offset + 5), ...records]);
}
