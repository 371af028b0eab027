import type { Operation } from "../operation.ts";
import { directoryOperations } from "./directory/index.ts";
import { workspaceOperations } from "./workspace/index.ts";

/** Every operation of the HTTP interface, in the order in which the documentation shows them. */
export const operations: readonly Operation[] = [...workspaceOperations, ...directoryOperations];
