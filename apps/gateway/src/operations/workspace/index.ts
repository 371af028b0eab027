import type { Operation } from "../../operation.ts";

export const workspaceOperations: readonly Operation[] = [];
