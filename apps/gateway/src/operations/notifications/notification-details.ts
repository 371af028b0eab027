import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { location, storedLocation } from "../activity/activity-location.ts";
import { freeForm, longText, name } from "../fields.ts";
import { texts } from "../texts.ts";

const maxObjectCharacters = 262_144;

/** An object of the customer's in a request. */
export const storedObject = (description: string) =>
  boundedObject()
    .optional()
    .meta({ description: `${description}${bound}` });

const removableObject = (description: string) =>
  boundedObject()
    .nullable()
    .optional()
    .meta({ description: `${description}${bound}` });

const bound = `At most ${maxObjectCharacters} characters of JSON; kept as given.`;

const boundedObject = () =>
  freeForm().refine(
    (value) => JSON.stringify(value).length <= maxObjectCharacters,
    `must have at most ${maxObjectCharacters} characters of JSON`,
  );

/** What a notification has besides its headline; in a change, null removes it. */
export const notificationDetails = () => ({
  location: location().nullable().optional().meta(texts.location),
  metadata: removableObject("Your own keys. The keys of the place in answers are always those of the notification. "),
  context: removableObject("An object of yours, such as what the notification is about. "),
  displayBodyMessageTemplate: longText().nullable().optional().meta({
    description: "The text below the headline, with variables like the headline's; used without `displayBodyMessage`.",
  }),
  displayBodyMessageTemplateData: removableObject("The values of the body's variables. "),
});

/** The same, and what is given only when a notification is added. */
export const newNotificationDetails = () => ({
  ...notificationDetails(),
  notificationSource: name()
    .min(1)
    .optional()
    .meta({ description: "The kind of source, in a word of your choice; `custom` if none is given." }),
  isNotificationResolverUsed: z.boolean().optional().meta({
    description:
      "Whether your pages have the content, and not Parley. Such a notification needs no headline; without one it is not sent by mail.",
  }),
  isCrossOrganizationEnabled: z.boolean().optional().meta({ description: "Kept as given. An inbox is always that of one organization." }),
});

export const persistReadForUsers = () =>
  z.boolean().optional().meta({ description: "Kept as given. A notification that was read always stays in the inbox." });

const keys = [...Object.keys(newNotificationDetails()), "persistReadForUsers"];
const placeKeys = ["apiKey", "organizationId", "documentId", "locationId"];

/** The details among the values of a request, as JSON text; empty if there are none. */
export function toDetailsJson(item: object): string {
  const entries = Object.entries(item).filter(([key, value]) => keys.includes(key) && value !== undefined);
  return entries.length === 0 ? "" : JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [key, toStored(key, value)])));
}

function toStored(key: string, value: unknown): unknown {
  if (value === null) return null;
  if (key === "metadata") return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => !placeKeys.includes(name)));
  if (key !== "location") return value;
  const { metadata, ...known } = value as z.output<ReturnType<typeof location>>;
  return { ...known, ...metadata };
}

/** The details in a response. */
export const storedDetails = {
  location: storedLocation.unwrap().optional().meta(texts.location),
  context: freeForm().optional().meta({ description: "An object of yours, such as what the notification is about." }),
  displayBodyMessageTemplate: z.string().optional().meta({ description: "The text below the headline, with variables in curly brackets." }),
  displayBodyMessageTemplateData: freeForm().optional().meta({ description: "The values of the body's variables." }),
  isNotificationResolverUsed: z.boolean().optional().meta({ description: "Whether your pages have the content." }),
  isCrossOrganizationEnabled: z.boolean().optional().meta({ description: "Kept as given." }),
  persistReadForUsers: z.boolean().optional().meta({ description: "Kept as given." }),
};
