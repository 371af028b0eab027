import type { VeltCall } from "../velt-py.ts";
import { activityCalls, recordingCalls } from "./activities.ts";
import { commentAnnotationCalls } from "./comment-annotations.ts";
import { notificationCalls } from "./notifications.ts";
import { peopleCalls } from "./people.ts";
import { deletedPlaces, placeCalls } from "./places.ts";
import { resetCalls, tokenCalls, workspaceCalls } from "./workspace.ts";

/** All calls, in the order in which each finds what it needs. */
export const allCalls: readonly VeltCall[] = [
  ...commentAnnotationCalls,
  ...notificationCalls,
  ...activityCalls,
  ...recordingCalls,
  ...tokenCalls,
  ...placeCalls,
  ...peopleCalls,
  ...deletedPlaces,
  ...workspaceCalls,
  ...resetCalls,
];
