import { activityModule } from "@parley/activity/module";
import { gatewayModule } from "@parley/gateway/module";
import { notificationsModule } from "@parley/notifications/module";
import { organizationDirectoryModule } from "@parley/organization-directory/module";
import { rewriterModule } from "@parley/rewriter/module";
import type { Module } from "@parley/runtime";
import { usersModule } from "@parley/users/module";
import { workspaceModule } from "@parley/workspace/module";

/** All modules of Parley. The gateway is last, so that it is the first to stop accepting requests. */
export const modules: readonly Module[] = [
  workspaceModule,
  organizationDirectoryModule,
  usersModule,
  activityModule,
  notificationsModule,
  rewriterModule,
  gatewayModule,
];
