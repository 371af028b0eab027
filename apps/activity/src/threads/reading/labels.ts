import type { JsonObject } from "@parley/kernel";

/** A status as people see it, with its further keys. */
export interface StatusLabel extends JsonObject {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly color: string;
}

/** A priority as people see it, with its further keys. It has a type only when one was given. */
export interface PriorityLabel extends JsonObject {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

/** The status and priority columns of a row. */
interface Labelled {
  readonly status: string;
  readonly priority: string | null;
  /** JSON text of the given parts besides the ids; null when there are none. */
  readonly labels: string | null;
}

/** The given parts of a status and a priority besides their ids; null for parts that were not given. */
export interface Labels {
  readonly statusName: string | null;
  readonly statusType: string | null;
  readonly statusExtra: JsonObject | null;
  readonly priorityName: string | null;
  readonly priorityType: string | null;
  readonly priorityExtra: JsonObject | null;
}

const unlabelled: Labels = {
  statusName: null,
  statusType: null,
  statusExtra: null,
  priorityName: null,
  priorityType: null,
  priorityExtra: null,
};
const typesById: Readonly<Record<string, string>> = { OPEN: "default", IN_PROGRESS: "ongoing", RESOLVED: "terminal" };
// For a status without a color of its own. Programs of the hosted product draw a status in its color.
const colorsByType: Readonly<Record<string, string>> = { default: "#625df5", ongoing: "#de7101", terminal: "#0dcf82" };
const priorityColor = "#8f8f8f";

/** The status with its defaults: the name is the id, and the id determines the type, and the type the color. */
export function statusLabel({ status, labels }: Labelled): StatusLabel {
  const { statusName, statusType, statusExtra } = readLabels(labels);
  const typeOfId = Object.hasOwn(typesById, status) ? typesById[status] : undefined;
  const type = statusType ?? typeOfId ?? "default";
  return { id: status, name: statusName ?? status, type, color: colorsByType[type] ?? priorityColor, ...statusExtra };
}

/** The user who last changed the status, and, if the status is terminal, so resolved the thread. */
export function statusUsers(row: Labelled & { readonly statusUserId: string | null }): JsonObject {
  const { statusUserId } = row;
  if (statusUserId === null) return {};
  return { statusUpdatedByUserId: statusUserId, ...(statusLabel(row).type === "terminal" ? { resolvedByUserId: statusUserId } : {}) };
}

/** The priority with its defaults; null when there is none. */
export function priorityLabel({ priority, labels }: Labelled): PriorityLabel | null {
  if (priority === null) return null;
  const { priorityName, priorityType, priorityExtra } = readLabels(labels);
  return {
    id: priority,
    name: priorityName ?? priority,
    ...(priorityType === null ? {} : { type: priorityType }),
    color: priorityColor,
    ...priorityExtra,
  };
}

/** The parts of a message besides the ids of status and priority. */
interface LabelTexts {
  readonly statusName: string;
  readonly statusType: string;
  readonly statusExtraJson: string;
  readonly priorityName: string;
  readonly priorityType: string;
  readonly priorityExtraJson: string;
}

/** The status and priority of a message; null where texts are empty. */
export function labelsOf(given: LabelTexts): Labels {
  return {
    statusName: given.statusName || null,
    statusType: given.statusType || null,
    statusExtra: extraOf(given.statusExtraJson),
    priorityName: given.priorityName || null,
    priorityType: given.priorityType || null,
    priorityExtra: extraOf(given.priorityExtraJson),
  };
}

function extraOf(json: string): JsonObject | null {
  return json === "" || json === "{}" ? null : (JSON.parse(json) as JsonObject);
}

export function readLabels(stored: string | null): Labels {
  return stored === null ? unlabelled : { ...unlabelled, ...(JSON.parse(stored) as Partial<Labels>) };
}

/** The stored form: equal labels are equal texts, no labels are null. */
export function storedLabels(labels: Labels): string | null {
  const names = Object.keys(unlabelled) as (keyof Labels)[];
  const given = names.filter((name) => labels[name] !== null).map((name) => [name, labels[name]]);
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given));
}
