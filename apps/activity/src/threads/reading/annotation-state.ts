import type { ValuesOf } from "@parley/database/schema";
import { annotations } from "../../schema.ts";

/** The state of an annotation without its comments; JSON columns are JSON text. */
export const annotationState = {
  status: annotations.status,
  priority: annotations.priority,
  /** The given parts of status and priority besides their ids. */
  labels: annotations.labels,
  type: annotations.type,
  locationId: annotations.locationId,
  locationName: annotations.locationName,
  /** The further keys of the location: the text of a JSON object. */
  locationExtra: annotations.locationExtra,
  assigneeId: annotations.assigneeId,
  assignee: annotations.assignee,
  metadata: annotations.metadata,
};

export type AnnotationState = ValuesOf<typeof annotationState>;

const columns = Object.entries(annotationState).map(([key, column]) => {
  const cast = column.getSQLType() === "json" ? "::json" : "";
  return { name: column.name, given: `"${key}" text`, value: `i."${key}"${cast}` };
});

/**
 * The columns as SQL lists: their names, their names with a table's alias, and how states given as JSON records `i` are read and written.
 */
export const stateSql = {
  names: columns.map(({ name }) => name).join(", "),
  of: (alias: string) => columns.map(({ name }) => `${alias}.${name}`).join(", "),
  given: columns.map(({ given }) => given).join(", "),
  values: columns.map(({ value }) => value).join(", "),
  assignments: columns.map(({ name, value }) => `${name} = ${value}`).join(", "),
};
