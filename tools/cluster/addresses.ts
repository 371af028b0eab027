/** Addresses of the cluster, within its network namespace. */
export const bridge = "parley0";
/** The address of the control plane and the first node, and of the name server, Postgres and Kafka. */
export const hostAddress = "10.245.0.1";
export const apiServer = `https://${hostAddress}:16443`;
export const nodes = [
  { name: "n1", address: hostAddress, pods: "10.244.1.0/24" },
  { name: "n2", address: "10.245.0.2", pods: "10.244.2.0/24" },
] as const;
export type ClusterNode = (typeof nodes)[number];
export const podAddresses = "10.244.0.0/16";
export const serviceAddresses = "10.96.0.0/16";
/** The gateway's port on every address of a node, loopback included. */
export const gatewayPort = 30_080;
