import type { Operation } from "../operation.ts";
import { getRemovalCertificate } from "./get-removal-certificate.ts";
import { getRemovals } from "./get-removals.ts";
import { pauseRemoval } from "./pause-removal.ts";
import { resumeRemoval } from "./resume-removal.ts";

export const removalsOperations: readonly Operation[] = [getRemovals, pauseRemoval, resumeRemoval, getRemovalCertificate];
