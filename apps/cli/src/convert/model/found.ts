import type { Json } from "./json.ts";

/** A user in a source. */
export interface Person {
  readonly userId: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly photoUrl?: string | undefined;
}

/** A user tagged in a comment, and the text of the mention. */
export interface FoundTag {
  readonly person: Person;
  readonly text: string;
}

export interface FoundComment {
  readonly commentId: string;
  readonly from: Person;
  readonly text: string;
  readonly html: string;
  readonly createdAt: number | undefined;
  readonly tagged: readonly FoundTag[];
  /** Attachments with Parley's names for known keys; further keys are kept as in the source. */
  readonly attachments: readonly Json[];
  readonly reactions: readonly { readonly reaction: string; readonly person: Person }[];
  readonly metadata: Json;
  /** Further fields that Parley has for a page, such as `context`. */
  readonly details?: Json;
}

export interface FoundThread {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  /** Has `id` and, if the source has them, `name`, `type`, `color` and `lightColor`. */
  readonly status: Json | undefined;
  readonly priority: Json | undefined;
  readonly type: string;
  readonly location: Json | undefined;
  readonly assignedTo: Person | undefined;
  readonly createdAt: number | undefined;
  readonly metadata: Json;
  /** Further fields that Parley has for a page, such as `targetElement` and `context`. */
  readonly details?: Json;
  readonly comments: readonly FoundComment[];
}

/** One item of a source, in Parley's terms. */
export type Found =
  | { readonly type: "organization"; readonly organizationId: string; readonly more?: Json }
  | { readonly type: "folder"; readonly organizationId: string; readonly folderId: string }
  | { readonly type: "document"; readonly organizationId: string; readonly documentId: string; readonly more?: Json }
  | { readonly type: "thread"; readonly thread: FoundThread };

export const resolved: Json = { id: "RESOLVED", name: "Resolved", type: "terminal" };

/** Keys of a thread's metadata by which Parley tells its place: an import cannot set them. */
export const ownPlaceKeys: readonly string[] = ["apiKey", "organizationId", "documentId", "folderId"];
