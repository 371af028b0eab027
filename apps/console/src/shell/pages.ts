import {
  IconActivity,
  IconBell,
  IconBuilding,
  IconDashboard,
  IconKey,
  IconSettings,
  IconShieldCheck,
  IconSparkles,
  IconTrash,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";

/** The pages of an API key, in the order of the menu. */
export const keyPages = [
  { to: "/k/$key", title: "Overview", icon: IconDashboard, words: "start home health" },
  { to: "/k/$key/places", title: "Content", icon: IconBuilding, words: "places organizations folders documents threads comments" },
  { to: "/k/$key/people", title: "People", icon: IconUsers, words: "users groups export erase" },
  { to: "/k/$key/notifications", title: "Notifications and e-mail", icon: IconBell, words: "inbox mails suppressions" },
  { to: "/k/$key/webhooks", title: "Webhooks", icon: IconWebhook, words: "endpoints deliveries secret retry recover test" },
  { to: "/k/$key/activity", title: "Activity log", icon: IconActivity, words: "records history" },
  { to: "/k/$key/ai", title: "AI", icon: IconSparkles, words: "providers keys usage models ask" },
  { to: "/k/$key/removals", title: "Deletions", icon: IconTrash, words: "removals erasure jobs delete" },
  { to: "/k/$key/settings", title: "Settings", icon: IconSettings, words: "domains options" },
] as const;

/** The pages of the workspace. */
export const workspacePages = [
  { to: "/keys", title: "API keys and tokens", icon: IconKey, words: "credentials revoke create" },
  { to: "/audit", title: "Audit log", icon: IconShieldCheck, words: "who did what records administration security" },
] as const;
