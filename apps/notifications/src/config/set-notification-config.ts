import type { SetNotificationConfigRequest } from "@parley/contracts/notifications";
import { invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectConfigs, setConfigs } from "./configs.store.ts";
import { channelsOf, levelOf } from "./levels.ts";
import { readConfigs } from "./read-configs.ts";

const maxChannels = 20;
const channelName = /^[A-Za-z0-9_.-]{1,64}$/;

export const setNotificationConfig = (context: Context): Handler<"setNotificationConfig"> => {
  return async (request) => {
    const { apiKeyId, organizationId } = request;
    const userIds = [...new Set([request.userId, ...request.userIds])];
    const documentIds = documentsOf(request);
    const levels = levelsOf(request);
    await requirePlaces(context, request, documentIds);
    await setAll(context, { apiKeyId, organizationId, userIds, documentIds, ...levels });
    return { configs: await readConfigs(context.database, { apiKeyId, organizationId, userIds }, documentIds) };
  };
};

/** Sets every value or none: fails with `resource_exhausted` if the new ones exceed the quota. */
async function setAll({ database, limits }: Context, change: Parameters<typeof setConfigs>[1]): Promise<void> {
  const { apiKeyId, userIds, documentIds } = change;
  const keyOf = (userId: string, documentId: string) => `${userId}\0${documentId}`;
  const keys = userIds.flatMap((userId) => documentIds.map((documentId) => keyOf(userId, documentId)));
  const stored = await selectConfigs(database, change);
  const names = Object.keys(JSON.parse(change.channels));
  if (stored.some((config) => new Set([...Object.keys(channelsOf(config)), ...names]).size > maxChannels)) {
    throw invalid("channels", `A user has at most ${maxChannels} channels besides inbox and email in a place.`);
  }
  await limits.configs.prepare(apiKeyId, keys.length);
  const { refused } = await limits.configs.admitNew(apiKeyId, keys, {
    needless: async () => new Set(stored.map(({ userId, documentId }) => keyOf(userId, documentId))),
    add: async (admitted) => (admitted.length < keys.length ? 0 : setConfigs(database, change)),
    addedBy: (created) => created,
  });
  if (refused.length > 0) throw limits.configs.failure();
}

function levelsOf({ inbox, email, channels }: SetNotificationConfigRequest) {
  const further = Object.entries(channels);
  if (inbox === undefined && email === undefined && further.length === 0) throw invalid("inbox", "A value of some channel is required.");
  for (const [name] of further) {
    if (!channelName.test(name)) throw invalid("channels", `The name of a channel must have 1 to 64 letters, digits, _, . and -.`);
  }
  if (further.length > maxChannels) throw invalid("channels", `At most ${maxChannels} channels can be set together.`);
  return {
    channels: JSON.stringify(Object.fromEntries(further.map(([name, level]) => [name, levelOf(level, `channels.${name}`)]))),
    setsInbox: inbox !== undefined,
    inbox: inbox === undefined ? null : levelOf(inbox.level, "inbox.level"),
    setsEmail: email !== undefined,
    email: email === undefined ? null : levelOf(email.level, "email.level"),
  };
}

function documentsOf({ documentIds, setOrganizationConfig }: SetNotificationConfigRequest): string[] {
  if (setOrganizationConfig && documentIds.length > 0)
    throw invalid("document_ids", "documentIds and setOrganizationConfig exclude each other.");
  if (!setOrganizationConfig && documentIds.length === 0)
    throw invalid("document_ids", "documentIds is required unless setOrganizationConfig is true.");
  return setOrganizationConfig ? [""] : [...new Set(documentIds)];
}

async function requirePlaces(
  { directory }: Context,
  { apiKeyId, organizationId }: SetNotificationConfigRequest,
  documentIds: readonly string[],
): Promise<void> {
  const { places } = await directory.ensureExists({ apiKeyId, places: documentIds.map((documentId) => ({ organizationId, documentId })) });
  if (places.some(({ organizationExists }) => !organizationExists)) {
    throw notFound(`The organization ${shortened(organizationId)} does not exist.`, "organization_not_found");
  }
  const missing = documentIds.filter((documentId, index) => documentId !== "" && !places[index]?.documentExists);
  if (missing.length === 0) return;
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : "";
  throw notFound(
    `The organization ${shortened(organizationId)} has no documents ${missing.slice(0, 3).map(shortened).join(", ")}${more}.`,
    "document_not_found",
  );
}
