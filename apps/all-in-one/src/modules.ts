import { gatewayModule } from "@parley/gateway/module";
import { organizationDirectoryModule } from "@parley/organization-directory/module";
import type { Module } from "@parley/runtime";
import { workspaceModule } from "@parley/workspace/module";

/** All of Parley. The gateway comes last: it is the first to stop taking requests. */
export const modules: readonly Module[] = [workspaceModule, organizationDirectoryModule, gatewayModule];
