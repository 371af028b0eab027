import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { ada, plan, success } from "./given.ts";

const activities = (method: string, model: string, fields: VeltCall["fields"], reads: object, flags = {}): VeltCall => {
  return { service: "activities", method, model, fields: { organizationId: "acme", ...fields }, flags, reads };
};
const done = (...ids: string[]) => ({
  ...success,
  data: Object.fromEntries(ids.map((id) => [id, { success: true, id, message: expect.any(String) }])),
});

const record = {
  id: "moved",
  featureType: "custom",
  actionType: "shipment.moved",
  actionUser: ada,
  targetEntityId: "ship-1",
  targetSubEntityId: "crate-1",
  changes: { port: { from: "A", to: "B" } },
  entityData: { tons: 3 },
  entityTargetData: [1, 2],
  displayMessageTemplate: "{{actionUser}} moved {{what}}",
  displayMessageTemplateData: { what: "a crate" },
  actionIcon: "https://a.example/crate.png",
  isActivityResolverUsed: true,
};
const read = {
  ...record,
  displayMessage: "Ada moved a crate",
  timestamp: expect.any(Number),
  metadata: { apiKey: expect.any(String), organizationId: "acme", documentId: "plan" },
};
const everyFilter = {
  ...plan,
  targetEntityId: "ship-1",
  featureTypes: ["custom"],
  actionTypes: ["shipment.moved"],
  userId: "ada",
  activityIds: ["moved", "other"],
  order: "desc",
  pageSize: 10,
  pageToken: "",
};

const update = { id: "moved", changes: {}, entityData: { tons: 4 }, entityTargetData: null, displayMessageTemplate: "Moved {{what}}" };

/** The activity log. */
export const activityCalls: readonly VeltCall[] = [
  activities("addActivities", "AddActivitiesRequest", { ...plan, activities: [record] }, done("moved"), { filter_unknown_fields: true }),
  activities(
    "addActivities",
    "AddActivitiesRequest",
    { ...plan, activities: [{ ...record, id: "other", targetEntityId: "ship-2", metadata: { mine: true } }] },
    done("other"),
  ),
  activities("getActivities", "GetActivitiesRequest", everyFilter, { ...success, data: [read], pageToken: null, nextPageToken: null }),
  activities(
    "getActivities",
    "GetActivitiesRequest",
    { activityIds: ["other"] },
    { ...success, data: [{ id: "other", metadata: { documentId: "plan", mine: true } }] },
  ),
  activities(
    "updateActivities",
    "UpdateActivitiesRequest",
    { activities: [{ ...update, displayMessageTemplateData: { what: "it" }, actionIcon: "https://a.example/it.png" }] },
    { ...success, data: { moved: { success: true, message: expect.any(String) } } },
    { filter_unknown_fields: true },
  ),
  activities("deleteActivities", "DeleteActivitiesRequest", { ...plan, activityIds: ["moved"], targetEntityId: "ship-1" }, done("moved")),
  activities("deleteActivities", "DeleteActivitiesRequest", { targetEntityId: "ship-2" }, done("other")),
  { ...activities("deleteActivities", "DeleteActivitiesRequest", {}, {}), refused: /documentId, activityIds or targetEntityId/ },
];

/** Recordings, of which the client only reads. */
export const recordingCalls: readonly VeltCall[] = [
  {
    service: "recordings",
    method: "getRecordings",
    model: "GetRecordingsRequest",
    fields: { ...plan, recordingIds: ["none"], pageSize: 10, pageToken: "" },
    reads: { ...success, data: [], pageToken: null, nextPageToken: null },
  },
];
