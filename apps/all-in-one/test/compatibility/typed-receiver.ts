/** A body of a webhook about comments, as a receiver has typed it by the documentation. */
export interface CommentPayload {
  readonly webhookId: string;
  readonly actionType: "newlyAdded" | "added" | "updated" | "deleted" | "assigned" | "statusChanged" | "priorityChanged";
  readonly notificationSource: string;
  readonly actionUser?: Person;
  readonly commentAnnotation: {
    readonly annotationId: string;
    readonly comments: readonly Comment[];
    readonly from: Person;
    readonly status: Status;
    readonly assignedTo?: Person;
  };
  readonly targetComment?: Comment;
  readonly oldStatus?: Status;
  readonly newStatus?: Status;
  readonly newPriority?: { readonly id: string; readonly name: string };
  readonly assigned?: boolean;
  readonly metadata?: { readonly documentId?: string; readonly organizationId?: string; readonly documentName?: string };
}

interface Person {
  readonly userId: string;
  readonly name?: string;
}

interface Comment {
  readonly commentId: string;
  readonly commentText?: string;
  readonly from: Person;
  readonly status: "added" | "updated";
  readonly taggedUserContacts: readonly { readonly userId: string; readonly contact?: Person }[];
}

interface Status {
  readonly id: string;
  readonly name: string;
  readonly type: "default" | "ongoing" | "terminal";
}

/** What a receiver writes to a channel about a body; undefined fields are what its type says, so that none is asked for null. */
export function lineOf({ actionType, commentAnnotation: thread, ...body }: CommentPayload): string {
  const { actionUser, targetComment, oldStatus, newStatus, newPriority, assigned, metadata } = body;
  const who = actionUser === undefined ? "Somebody" : (actionUser.name ?? actionUser.userId);
  const where = `${metadata?.organizationId}/${metadata?.documentName ?? metadata?.documentId}`;
  const tagged = targetComment?.taggedUserContacts.map(({ userId, contact }) => contact?.name ?? userId) ?? [];
  const what = {
    newlyAdded: () => `began "${targetComment?.commentText}"${tagged.length === 0 ? "" : ` for ${tagged}`}`,
    added: () => `answered "${targetComment?.commentText}" as number ${thread.comments.length}`,
    updated: () => `changed to "${targetComment?.commentText}" (${targetComment?.status})`,
    deleted: () => "deleted a comment",
    assigned: () => (assigned ? `assigned ${thread.assignedTo?.userId}` : "assigned nobody"),
    statusChanged: () => `set ${newStatus?.name}${oldStatus === undefined ? "" : ` after ${oldStatus.name}`}`,
    priorityChanged: () => (newPriority === undefined ? "took the priority away" : `set ${newPriority.name}`),
  }[actionType];
  return `${where}: ${who} ${what()}${targetComment === undefined ? ` in ${thread.from.userId}'s thread` : ""}`;
}
