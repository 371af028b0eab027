import type { Recording } from "@parley/contracts/activity";
import * as z from "zod";
import { id, name, wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";
import { createdAt, toCreatedAt, toJson } from "./activity-fields.ts";
import { fromLocation, location, storedLocation, toLocation } from "./activity-location.ts";
import { fromUser, storedUser, toUser, user } from "./activity-user.ts";
import { ownMetadata, placedMetadata, toPlacedMetadata } from "./place-metadata.ts";

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
    metadata: ownMetadata().meta(texts.ownKeys),
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
  annotationId: z.string().meta({ description: "The same as `recordingId`." }),
  user: storedUser.meta({ description: "The user who made the recording." }),
  type: z
    .string()
    .optional()
    .meta({ description: "The kind of recording, in a word of your choice such as `audio`, `video` or `screen`." }),
  name: z.string().nullable().meta(texts.displayName),
  url: z.string().nullable().meta({ description: "Address of the recording." }),
  mimeType: z.string().nullable().meta({ description: "Media type, such as `video/mp4`." }),
  durationMs: wholeNumber().nullable().meta({ description: "Duration of the recording in milliseconds." }),
  sizeBytes: wholeNumber().nullable().meta({ description: "Size in bytes." }),
  attachments: z
    .array(
      z
        .object({
          attachmentId: z.string().meta({ description: "The same as `recordingId`." }),
          url: z.string().meta({ description: "Address of the file." }),
          name: z.string().optional().meta(texts.displayName),
          mimeType: z.string().optional().meta({ description: "Media type, such as `video/mp4`." }),
          size: wholeNumber().optional().meta({ description: "Size in bytes." }),
        })
        .meta({ title: "RecordingAttachment" }),
    )
    .meta({ description: "The file of the recording, if its address is known." }),
  recordedTime: z
    .object({
      duration: wholeNumber().meta({ description: "In milliseconds." }),
      display: z.string().meta({ description: "In hours, minutes and seconds, as `00:01:01`." }),
    })
    .meta({ title: "RecordedTime" })
    .optional()
    .meta({ description: "Duration of the recording, if it is known." }),
  location: storedLocation.meta(texts.location),
  metadata: placedMetadata,
  createdAt: wholeNumber().meta(texts.createdAt),
  lastUpdated: wholeNumber().meta(texts.lastUpdated),
});

export function fromRecording(apiKey: string, recording: Recording) {
  const {
    organizationId,
    documentId,
    recordingId,
    user,
    type,
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
    annotationId: recordingId,
    user: user && fromUser(user),
    ...(type === undefined ? {} : { type }),
    name,
    url,
    mimeType,
    durationMs: durationMs === undefined ? null : Number(durationMs),
    sizeBytes: sizeBytes === undefined ? null : Number(sizeBytes),
    attachments: attachmentsOf(recording),
    ...(durationMs === undefined ? {} : { recordedTime: { duration: Number(durationMs), display: shownDuration(Number(durationMs)) } }),
    location: fromLocation(recording.location),
    metadata: toPlacedMetadata(apiKey, recording, recording.metadataJson),
    createdAt: Number(recording.createdAtMs),
    lastUpdated: Number(recording.updatedAtMs),
  };
}

function attachmentsOf({ recordingId, url, name, mimeType, sizeBytes }: Recording) {
  if (url === undefined) return [];
  const size = sizeBytes === undefined ? {} : { size: Number(sizeBytes) };
  return [
    { attachmentId: recordingId, url, ...(name === undefined ? {} : { name }), ...(mimeType === undefined ? {} : { mimeType }), ...size },
  ];
}

function shownDuration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
