export { apiKeyEraser } from "./collections/api-key-eraser.ts";
export { mentionEraser } from "./collections/mention-eraser.ts";
export { countedRows, rangeParameters, rangeTypes, rowCounter } from "./collections/row-counter.ts";
export { type FoundRow, type RowSource, rowEraser, rowReader } from "./collections/row-eraser.ts";
export { coverageProblems, erasureCoverage } from "./coverage.ts";
export { countRemoval, wouldBe } from "./dry-run/count-removal.ts";
export { messageEraser } from "./marks/erasure-marks.ts";
export {
  type Chunk,
  type Counted,
  type Erased,
  type Eraser,
  type Erasers,
  type Erasure,
  type ErasureKind,
  erasureKinds,
  erasurePlan,
  tasksOf,
} from "./model/plan.ts";
export { type EraseAgain, erasureOwner, type LostErasure } from "./owner/erasure-owner.ts";
export { mergeRemovals } from "./owner/list-removals.ts";
export { erasureSettings, removalCommands, removalQuotaSetting } from "./process/settings.ts";
export {
  byIdOrName,
  documentRanges,
  folderRanges,
  type ListPlaces,
  listPlacesOf,
  locationRanges,
  organizationRange,
  organizationRanges,
  organizationsOf,
  unlessForgotten,
  userRanges,
} from "./ranges.ts";
export { agesByKey, keyAgeParameters, keyAgesReason, keyAgeTypes, removedByKey, removedOf, removedRow } from "./retention/key-ages.ts";
export type { KeyAge } from "./retention/key-retention.ts";
export { removeOldOfKeys } from "./retention/remove-old-of-keys.ts";
export type { ErasureWork } from "./service/erasure-work.ts";
export {
  apiKeySubject,
  documentSubject,
  folderSubject,
  locationNameSubject,
  locationSubject,
  organizationSubject,
  speaksOf,
  subjectParameters,
  subjectTypes,
  userSubject,
} from "./subjects/subjects.ts";
export { TokenFence } from "./tokens/token-fence.ts";
export { useErasure } from "./use-erasure.ts";
