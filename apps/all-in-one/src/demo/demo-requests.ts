import { demoActivity } from "./demo-activity.ts";
import { demoDirectory } from "./demo-directory.ts";
import { demoNotifications } from "./demo-notifications.ts";
import type { DemoRequest } from "./demo-request.ts";
import { demoUsers } from "./demo-users.ts";

/** What the demo workspace holds; the examples of the documentation speak of the same ids. In their order: later requests build on earlier ones. */
export const demoRequests: readonly DemoRequest[] = [...demoDirectory, ...demoUsers, ...demoActivity, ...demoNotifications];
