import { demoActivity } from "./demo-activity.ts";
import { demoDirectory } from "./demo-directory.ts";
import { demoNotifications } from "./demo-notifications.ts";
import type { DemoRequest } from "./demo-request.ts";
import { demoUsers } from "./demo-users.ts";

/** The requests that fill the demo workspace, with the ids of the documentation's examples. Later requests depend on earlier ones. */
export const demoRequests: readonly DemoRequest[] = [...demoDirectory, ...demoUsers, ...demoActivity, ...demoNotifications];
