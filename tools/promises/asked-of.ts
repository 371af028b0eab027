import type { Workspace } from "../installation/workspace.ts";
import type { App } from "../services/services.ts";

/** What customers ask of the services, and what all of them stand on. */
export type Held = Exclude<App, "gateway"> | "postgres";

/** A request that cannot be answered without it. */
export interface Asked {
  readonly as: "customer" | "owner";
  readonly path: string;
  /** What it stores, if anything, has the mark in it. */
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
