/** An answer that cannot be assigned to the types of the hosted product as they stand. */
export interface Difference {
  /** What differs, as the page for customers says it. */
  readonly reads: string;
  /** How it is declared, by the file of the types, and of what the answer is. */
  readonly members: readonly (readonly [file: string, declared: string, answered: string])[];
  readonly why: string;
}

/** All of them. Existing TypeScript compiles once it declares the same. */
export const differences: readonly Difference[] = [
  {
    reads: "`commentId` of a comment",
    members: [["comment.data.model", "commentId: number;", "commentId: string;"]],
    why: "Ids are text: numbers are taken, and answered as their decimal text",
  },
  {
    reads: "`attachmentId` of an attachment",
    members: [["attachment.model", "attachmentId: number;", "attachmentId: string;"]],
    why: "The same",
  },
  {
    reads: "`locationId` of a thread and of a notification",
    members: [
      ["comment-annotation.data.model", "locationId?: number | null;", "locationId?: string | null;"],
      ["notification.model", "locationId?: number;", "locationId?: string;"],
    ],
    why: "The same. It is the `id` of the location, which is text there, too",
  },
  {
    reads: "`lastUpdated` of a comment and of a reaction",
    members: [
      ["comment.data.model", "lastUpdated?: Date;", "lastUpdated?: number;"],
      ["reaction.data.model", "lastUpdated?: Date;", "lastUpdated?: number;"],
    ],
    why: "JSON has no dates. It is a number of milliseconds, as in threads; `new Date` takes it",
  },
  {
    reads: "`from`, `recordingType`, `mode`, `attachment` of a recording",
    members: [
      ["recorder-annotation.data.model", "    from: User;", "    user: User;"],
      ["recorder-annotation.data.model", "recordingType: RecorderType;", "recordingType?: RecorderType;"],
      ["recorder-annotation.data.model", "mode: RecorderLayoutMode;", "mode?: RecorderLayoutMode;"],
      ["recorder-annotation.data.model", "attachment: Attachment | null;", "attachment?: Attachment | null;"],
    ],
    why: "A recording is what your server has described: its `user`, a `type` in a word of yours, and `attachments`",
  },
  {
    reads: "`from` of a thread without comments, `actionUser` of an activity",
    members: [
      ["comment-annotation.data.model", "    from: User;", "    from?: User;"],
      ["activity.data.model", "actionUser: User;", "actionUser?: User;"],
    ],
    why: "Left out where nobody was named",
  },
];
