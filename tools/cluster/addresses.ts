/** Addresses of the cluster, within its own network namespace. */
export const bridge = "parley0";
/** The control plane's and the first node's; names, Postgres and Kafka are asked for at it too. */
export const hostAddress = "10.245.0.1";
export const apiServer = `https://${hostAddress}:16443`;
export const nodes = [
  { name: "n1", address: hostAddress, pods: "10.244.1.0/24" },
  { name: "n2", address: "10.245.0.2", pods: "10.244.2.0/24" },
] as const;
export type ClusterNode = (typeof nodes)[number];
export const podAddresses = "10.244.0.0/16";
export const serviceAddresses = "10.96.0.0/16";
/** At which the gateway answers on every address of a node, and so on loopback. */
export const gatewayPort = 30_080;
