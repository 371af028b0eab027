import { CollaborationService } from "@parley/contracts/activity";
import * as z from "zod";
import { place, resultsWithId, withId } from "../activity/activity-fields.ts";
import { location } from "../activity/activity-location.ts";
import { toAnnotationChange } from "../activity/annotation-fields.ts";
import { threadDetails } from "../activity/detail-fields.ts";
import { priority, status } from "../activity/label-fields.ts";
import { ownMetadata } from "../activity/place-metadata.ts";
import { id, ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { acting, editorsField, person, toPerson } from "./me-fields.ts";
import { namedPeople } from "./named-people.ts";

const threadChange = () =>
  z
    .strictObject({
      status: status().optional(),
      priority: priority().nullable().optional().meta({ description: "The priority of the thread." }),
      type: id().nullable().optional().meta(texts.threadType),
      location: location().nullable().optional().meta(texts.location),
      assignedTo: person().nullable().optional().meta(texts.assignedTo),
      metadata: ownMetadata().meta(texts.ownKeys),
      ...threadDetails(),
    })
    .meta({ title: "OwnThreadChange" });

export const updateThreads = operation({
  path: "/v2/me/threads/update",
  sdk: "me.updateThreads",
  auth: "user",
  role: "act",
  reach: { within: "document", role: "commenter", editorsOnly: editorsField, people: namedPeople },
  summary: "Change threads.",
  description: described(
    "Works as `/v2/commentannotations/update`: absent fields keep their values, and null removes a value.",
    "`status`, `priority` and `assignedTo` need the role editor, in any thread.",
    "Other fields can be changed only in the user's own threads; in a thread of somebody else the item fails with `not_own`.",
    "`assignedTo` may name only users who may enter the document.",
  ),
  rpc: CollaborationService.method.updateCommentAnnotations,
  request: z.strictObject({
    ...place,
    annotationIds: ids().meta(texts.annotationIds),
    updatedData: threadChange().meta({ description: "The changes, the same for each thread." }),
  }),
  response: resultsWithId("annotationId"),
  message: "Threads updated.",
  example: {
    request: { organizationId: "acme", documentId: "welcome", annotationIds: ["wording"], updatedData: { status: "RESOLVED" } },
    response: { wording: { success: true, id: "wording", message: "The annotation was updated." } },
  },
  toRpc: ({ annotationIds, updatedData: { assignedTo, ...thread }, ...data }, credential) => ({
    ...acting(data, credential),
    annotationIds,
    change: toAnnotationChange({ ...thread, assignedTo: assignedTo && toPerson(assignedTo) }),
  }),
  fromRpc: ({ results }) => withId(results),
});
