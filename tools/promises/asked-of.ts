import type { Workspace } from "../installation/workspace.ts";
import type { App } from "../services/services.ts";

/** The services with operations for customers, and their common dependency. */
export type Held = Exclude<App, "gateway"> | "postgres";

/** A request that needs this service. */
export interface Asked {
  readonly as: "customer" | "owner";
  readonly path: string;
  /** The data that it stores, if any, contains the mark. */
  readonly data: (mark: string, workspace: Workspace) => object;
}

export const organizationId = "acme";
export const documentId = "welcome";

const place = { organizationId, documentId };
const addOrganization: Asked = {
  as: "customer",
  path: "/v2/organizations/add",
  data: (mark) => ({ organizations: [{ organizationId: mark }] }),
};

export const askedOf: Readonly<Record<Held, Asked>> = {
  workspace: { as: "owner", path: "/v2/workspace/authtokens/create", data: (name, { apiKey }) => ({ apiKey, name }) },
  "organization-directory": addOrganization,
  users: { as: "customer", path: "/v2/users/add", data: (userId) => ({ organizationId, users: [{ userId }] }) },
  notifications: {
    as: "customer",
    path: "/v1/notifications/add",
    data: (mark) => ({
      ...place,
      notificationId: mark,
      displayBodyMessage: mark,
      displayHeadlineMessageTemplate: "{actionUser} calls",
      actionUser: { userId: "alice" },
      notifyUsers: [{ userId: "bob" }],
    }),
  },
  activity: {
    as: "customer",
    path: "/v2/commentannotations/add",
    data: (mark) => ({
      ...place,
      commentAnnotations: [{ annotationId: mark, commentData: [{ commentId: mark, from: { userId: "alice" }, commentText: mark }] }],
    }),
  },
  rewriter: { as: "customer", path: "/v2/rewriter/usage/get", data: () => ({}) },
  postgres: addOrganization,
};
