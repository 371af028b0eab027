/** The raw body of a webhook about comments, which the package does not type, as the documentation of the hosted product describes it. */
export const documented = `
interface Raw {
  webhookId: string;
  actionType: string;
  notificationSource: string;
  actionUser?: velt.User;
  metadata?: velt.DocumentMetadata;
  commentAnnotation: velt.CommentAnnotation;
  targetComment?: velt.Comment;
  oldStatus?: velt.CommentAnnotation["status"];
  newStatus?: velt.CommentAnnotation["status"];
  newPriority?: velt.CommentAnnotation["priority"];
  assigned?: boolean;
}`;
