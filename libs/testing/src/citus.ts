export { CitusDatabases, citusForTests } from "./citus-databases.ts";
export { serversAsked } from "./servers-asked.ts";
export { type CitusCluster, startCitus } from "./start-citus.ts";
