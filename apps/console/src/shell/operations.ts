import type { Role } from "../session/session.ts";

interface PaletteOperation {
  readonly title: string;
  /** Further words by which a search finds it. */
  readonly words: string;
  readonly role: Role;
  readonly search: Readonly<Record<string, string>>;
}

/** Actions of an API key, each with the page that it leads to. */
export const keyOperations = [
  { to: "/k/$key/places", title: "Add an organization", words: "create tenant", role: "act", search: { do: "add-organization" } },
  { to: "/k/$key/people", title: "Add a user", words: "create person member", role: "act", search: { do: "add-user" } },
  { to: "/k/$key/people", title: "Export or erase a person", words: "delete user data gdpr", role: "read", search: {} },
  { to: "/k/$key/webhooks", title: "Set a webhook endpoint", words: "url trigger", role: "administrate", search: { tab: "endpoints" } },
  { to: "/k/$key/webhooks", title: "Send a test event", words: "webhook try", role: "act", search: { tab: "test" } },
  { to: "/k/$key/webhooks", title: "Show or rotate the signing secret", words: "webhook", role: "administrate", search: { tab: "secret" } },
  {
    to: "/k/$key/webhooks",
    title: "Revoke all links to the webhook pages",
    words: "portal end",
    role: "administrate",
    search: { tab: "links" },
  },
  {
    to: "/k/$key/webhooks",
    title: "Resend failed deliveries",
    words: "webhook retry recover send again",
    role: "act",
    search: { state: "failed" },
  },
  {
    to: "/k/$key/notifications",
    title: "Show failed e-mails",
    words: "email",
    role: "read",
    search: { tab: "mails", state: "failed" },
  },
  { to: "/k/$key/ai", title: "Set a key of an AI provider", words: "openai anthropic gemini", role: "administrate", search: {} },
  {
    to: "/k/$key/removals",
    title: "Pause or resume a deletion",
    words: "removal erasure job",
    role: "administrate",
    search: { state: "open" },
  },
  { to: "/k/$key/settings", title: "Add an allowed domain", words: "cors origin", role: "administrate", search: {} },
] as const satisfies readonly (PaletteOperation & { readonly to: string })[];

/** Actions of the workspace. */
export const workspaceOperations = [
  { to: "/keys", title: "Create an API key", words: "new environment", role: "administrate", search: { do: "create-key" } },
  { to: "/keys", title: "Create a token of the workspace", words: "new credential", role: "administrate", search: { do: "create-token" } },
] as const satisfies readonly (PaletteOperation & { readonly to: string })[];
