export { CitusDatabases } from "./citus-databases.ts";
export { type AskedServers, serversAsked } from "./servers-asked.ts";
export { type CitusCluster, startCitus } from "./start-citus.ts";
