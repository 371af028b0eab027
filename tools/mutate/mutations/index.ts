import type { Mutation } from "../mutation.ts";
import { clients } from "./clients.ts";
import { deployment } from "./deployment.ts";
import { erasureAndAudit } from "./erasure-and-audit.ts";
import { isolation } from "./isolation.ts";
import { nothingLost } from "./nothing-lost.ts";

export const mutations: readonly Mutation[] = [...nothingLost, ...isolation, ...erasureAndAudit, ...clients, ...deployment];
