import { NotificationLevel, NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { id, ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromConfig, level, storedConfig, toLevel } from "./config-fields.ts";

type Level = keyof typeof toLevel;

export const setNotificationConfig = operation({
  path: "/v2/notifications/config/set",
  sdk: "notifications.setConfig",
  auth: "apiKey",
  summary: "Set which notifications a user gets.",
  description:
    "For each of `documentIds`, or with `setOrganizationConfig` for the organization as a whole. What is absent in `config` stays as it is; null removes a " +
    "value, so that the organization's holds, else `ALL`. Answers what holds now. An unknown organization or document is NOT_FOUND, and nothing is set; the " +
    "user need not be known yet.",
  rpc: NotificationsService.method.setNotificationConfig,
  request: z
    .strictObject({
      organizationId: id(),
      documentIds: ids().optional(),
      userId: id(),
      setOrganizationConfig: z.boolean().optional(),
      config: z
        .strictObject({ inbox: level().nullable().optional(), email: level().nullable().optional() })
        .refine(({ inbox, email }) => inbox !== undefined || email !== undefined, "must hold inbox or email"),
    })
    .refine(({ documentIds, setOrganizationConfig }) => (documentIds === undefined) === (setOrganizationConfig === true), {
      path: ["documentIds"],
      message: "or setOrganizationConfig is required, and they exclude each other",
      when: () => true,
    }),
  response: z.array(storedConfig),
  message: "Notification config set.",
  example: {
    request: { organizationId: "acme", documentIds: ["roadmap"], userId: "carol", config: { inbox: "MINE", email: "NONE" } },
    response: [
      {
        config: { inbox: "MINE", email: "NONE" },
        metadata: { organizationId: "acme", apiKey: "pk_test_7Yc2", documentId: "roadmap", userId: "carol" },
      },
    ],
  },
  toRpc: ({ organizationId, documentIds = [], userId, setOrganizationConfig = false, config }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentIds,
    userId,
    setOrganizationConfig,
    ...toChange("inbox", config.inbox),
    ...toChange("email", config.email),
  }),
  fromRpc: ({ configs }) => configs.map(fromConfig),
});

/** Absent leaves the value as it is, null removes it. */
function toChange<Way extends string>(way: Way, value: Level | null | undefined): { [Key in Way]?: { level: NotificationLevel } } {
  if (value === undefined) return {};
  const change = { level: value === null ? NotificationLevel.UNSPECIFIED : toLevel[value] };
  return { [way]: change } as { [Key in Way]: typeof change };
}
