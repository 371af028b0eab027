import type { Recording } from "@parley/contracts/activity";
import * as z from "zod";
import { freeForm, fromJsonText, id, name, wholeNumber } from "../fields.ts";
import { createdAt, metadata, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromLocation, location, storedLocation, toLocation } from "./activity-location.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";

const count = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The description of a recording; the recording itself is stored elsewhere. */
export const newRecording = () =>
  z.strictObject({
    recordingId: id().optional(),
    user: user(),
    type: id().optional().meta({ description: "For example `audio`, `video` or `screen`." }),
    name: name().optional(),
    url: z.string().max(4_096).optional(),
    mimeType: name().optional(),
    durationMs: count().optional(),
    sizeBytes: count().optional(),
    location: location().optional(),
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
  organizationId: z.string(),
  documentId: z.string(),
  recordingId: z.string(),
  user: storedUser,
  type: z.string().nullable(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  mimeType: z.string().nullable(),
  durationMs: wholeNumber().nullable(),
  sizeBytes: wholeNumber().nullable(),
  location: storedLocation,
  metadata: freeForm(),
  createdAt: wholeNumber(),
  lastUpdated: wholeNumber(),
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
