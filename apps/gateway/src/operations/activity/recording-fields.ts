import type { Recording } from "@parley/contracts/activity";
import * as z from "zod";
import { freeForm, fromJsonText, id, name, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, metadata, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromLocation, location, storedLocation, toLocation } from "./activity-location.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";

const count = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The description of a recording; the recording itself is stored elsewhere. */
export const newRecording = () =>
  z.strictObject({
    recordingId: id().optional().meta({ description: "Id of the recording." }),
    user: user().meta({ description: "The user who made the recording." }),
    type: id().optional().meta({ description: "For example `audio`, `video` or `screen`." }),
    name: name().optional().meta(texts.displayName),
    url: z.string().max(4_096).optional().meta({ description: "Address of the recording." }),
    mimeType: name().optional().meta({ description: "Media type, such as `video/mp4`." }),
    durationMs: count().optional().meta({ description: "Duration of the recording in milliseconds." }),
    sizeBytes: count().optional().meta({ description: "Size in bytes." }),
    location: location().optional().meta(texts.location),
    metadata: metadata(),
    createdAt: createdAt(),
  });

export function toNewRecording(item: z.output<ReturnType<typeof newRecording>>) {
  const {
    recordingId = "",
    user,
    type = "",
    name = "",
    url = "",
    mimeType = "",
    durationMs,
    sizeBytes,
    location,
    metadata,
    createdAt,
  } = item;
  return {
    recording: {
      recordingId,
      type,
      name,
      url,
      mimeType,
      ...(durationMs === undefined ? {} : { durationMs: BigInt(durationMs) }),
      ...(sizeBytes === undefined ? {} : { sizeBytes: BigInt(sizeBytes) }),
      ...(location === undefined ? {} : { location: toLocation(location) }),
      metadataJson: toJson(metadata),
    },
    user: toUser(user),
    ...toCreatedAt(createdAt),
  };
}

/** A recording in a response. */
export const storedRecording = z.object({
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().meta(texts.documentId),
  recordingId: z.string().meta({ description: "Id of the recording." }),
  user: storedUser.meta({ description: "The user who made the recording." }),
  type: z
    .string()
    .nullable()
    .meta({ description: "The kind of recording, in a word of your choice such as `audio`, `video` or `screen`." }),
  name: z.string().nullable().meta(texts.displayName),
  url: z.string().nullable().meta({ description: "Address of the recording." }),
  mimeType: z.string().nullable().meta({ description: "Media type, such as `video/mp4`." }),
  durationMs: wholeNumber().nullable().meta({ description: "Duration of the recording in milliseconds." }),
  sizeBytes: wholeNumber().nullable().meta({ description: "Size in bytes." }),
  location: storedLocation.meta(texts.location),
  metadata: freeForm().meta(texts.ownKeys),
  createdAt: wholeNumber().meta(texts.createdAt),
  lastUpdated: wholeNumber().meta(texts.lastUpdated),
});

export function fromRecording(recording: Recording) {
  const {
    organizationId,
    documentId,
    recordingId,
    user,
    type = null,
    name = null,
    url = null,
    mimeType = null,
    durationMs,
    sizeBytes,
  } = recording;
  return {
    organizationId,
    documentId,
    recordingId,
    user: user && fromUser(user),
    type,
    name,
    url,
    mimeType,
    durationMs: durationMs === undefined ? null : Number(durationMs),
    sizeBytes: sizeBytes === undefined ? null : Number(sizeBytes),
    location: fromLocation(recording.location),
    metadata: fromJsonText(recording.metadataJson),
    createdAt: Number(recording.createdAtMs),
    lastUpdated: Number(recording.updatedAtMs),
  };
}
