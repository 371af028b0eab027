import type { Operation } from "../../operation.ts";

export const directoryOperations: readonly Operation[] = [];
