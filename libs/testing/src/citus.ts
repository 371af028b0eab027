export { CitusDatabases } from "./citus-databases.ts";
export { citusForTests } from "./citus-for-tests.ts";
export { serversAsked } from "./servers-asked.ts";
export { type CitusCluster, startCitus } from "./start-citus.ts";
