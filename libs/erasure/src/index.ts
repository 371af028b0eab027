export { apiKeyEraser, type KeyedTable } from "./collections/api-key-eraser.ts";
export { byIdOrName } from "./collections/by-id-or-name.ts";
export { type MentionOptions, mentionEraser } from "./collections/mention-eraser.ts";
export { messageEraser } from "./collections/message-eraser.ts";
export { type FoundRow, type RowKey, type RowSource, rowEraser, rowReader } from "./collections/row-eraser.ts";
export { speaksOf, subjectParameters } from "./collections/subject-match.ts";
export { coverageProblems, erasureCoverage } from "./coverage.ts";
export type { Chunk, Erased, Eraser, Erasure, ErasureScope, Key, Range, RangePage } from "./eraser.ts";
export { type ErasureKind, erasureKinds } from "./erasure-kind.ts";
export { listPlacesOf } from "./list-places.ts";
export { type ErasureOwner, erasureOwner, type NewErasure } from "./owner/erasure-owner.ts";
export type { ListOpenRequest, OpenErasures } from "./owner/list-open.ts";
export { erasureOwnerChanges, erasureOwnerTables } from "./owner/owner-tables.ts";
export type { ErasureOwners, OwnerClient } from "./owners.ts";
export { type Erasers, type ErasureService, erasurePlan, tasksOf } from "./plan.ts";
export {
  documentRanges,
  folderRanges,
  type ListPlaces,
  locationRanges,
  organizationRange,
  organizationRanges,
  organizationsOf,
  userRanges,
} from "./ranges.ts";
export { erasureWork } from "./service/erasure-work.ts";
export { erasureServiceChanges, erasureServiceTables } from "./service/service-tables.ts";
export { type ErasureConfig, erasureSettings } from "./settings.ts";
export {
  apiKeySubject,
  documentSubject,
  folderSubject,
  locationNameSubject,
  locationSubject,
  organizationSubject,
  userSubject,
} from "./subjects.ts";
export { erasedUser, withoutUsers } from "./without-users.ts";
