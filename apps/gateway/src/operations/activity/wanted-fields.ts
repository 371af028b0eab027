import { filterIds, filterNumericIds } from "../fields.ts";
import { texts } from "../texts.ts";

/** The threads of a document that a request is about: those that match each list. */
export const annotationsWanted = {
  annotationIds: filterIds().meta(texts.annotationIds),
  locationIds: filterNumericIds(100).meta({ description: "Threads at one of these locations." }),
  userIds: filterIds(100).meta({ description: "Threads in which one of these users wrote a comment, is tagged, or is the assignee." }),
};

/** The same for the comments of a thread. */
export const commentsWanted = {
  commentIds: filterNumericIds().meta(texts.commentIds),
  userIds: filterIds(100).meta({ description: "Comments of one of these authors." }),
};
