// The words by which copies of what was said are found again: in outbox rows, dead letters, and wherever events are kept. Whoever publishes
// something that speaks of customers' users or places names all of these that apply: a document is found by its organization and its own
// word, a location by those of both and its own.

/** An API key as a whole: no event names it, each of the API key speaks of it. */
export const apiKeySubject = "api-key";

export function userSubject(userId: string): string {
  return `user:${userId}`;
}

export function organizationSubject(organizationId: string): string {
  return `organization:${organizationId}`;
}

export function folderSubject(folderId: string): string {
  return `folder:${folderId}`;
}

export function documentSubject(documentId: string): string {
  return `document:${documentId}`;
}

export function locationSubject(locationId: string): string {
  return `location:${locationId}`;
}

/** Subjects travel in lines, and a name may have several. */
export function locationNameSubject(locationName: string): string {
  return `location-name:${locationName.replace(/\p{Cc}/gu, " ")}`;
}
