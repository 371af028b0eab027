/** A status as people see it. */
export interface StatusLabel {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** A priority as people see it. It has a type only when one was given. */
export interface PriorityLabel {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
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
  readonly priorityName: string | null;
  readonly priorityType: string | null;
}

const unlabelled: Labels = { statusName: null, statusType: null, priorityName: null, priorityType: null };
const typesById: Readonly<Record<string, string>> = { OPEN: "default", IN_PROGRESS: "ongoing", RESOLVED: "terminal" };

/** The status with its defaults: the name is the id, and the id determines the type. */
export function statusLabel({ status, labels }: Labelled): StatusLabel {
  const { statusName, statusType } = readLabels(labels);
  const typeOfId = Object.hasOwn(typesById, status) ? typesById[status] : undefined;
  return { id: status, name: statusName ?? status, type: statusType ?? typeOfId ?? "default" };
}

/** The priority with its defaults; null when there is none. */
export function priorityLabel({ priority, labels }: Labelled): PriorityLabel | null {
  if (priority === null) return null;
  const { priorityName, priorityType } = readLabels(labels);
  return { id: priority, name: priorityName ?? priority, ...(priorityType === null ? {} : { type: priorityType }) };
}

/** The status and priority of a message; undefined where texts are empty. */
export function labelsOf({ statusName, statusType, priorityName, priorityType }: Readonly<Record<keyof Labels, string>>): Labels {
  return {
    statusName: statusName || null,
    statusType: statusType || null,
    priorityName: priorityName || null,
    priorityType: priorityType || null,
  };
}

export function readLabels(stored: string | null): Labels {
  return stored === null ? unlabelled : { ...unlabelled, ...(JSON.parse(stored) as Partial<Labels>) };
}

/** The stored form: equal labels are equal texts, no labels are null. */
export function storedLabels({ statusName, statusType, priorityName, priorityType }: Labels): string | null {
  const given = Object.entries({ statusName, statusType, priorityName, priorityType }).filter(([, text]) => text !== null);
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given));
}
