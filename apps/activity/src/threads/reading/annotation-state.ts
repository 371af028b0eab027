import { type Sql, sql } from "@parley/database";
import { sqlTypeOf, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { annotations } from "../../schema.ts";

/** The state of an annotation without its comments. JSON columns are JSON text. */
export const annotationState = {
  status: annotations.status,
  priority: annotations.priority,
  /** The given parts of status and priority besides their ids. */
  labels: annotations.labels,
  type: annotations.type,
  locationId: annotations.locationId,
  locationName: annotations.locationName,
  /** Further keys of the location, as the text of a JSON object. */
  locationExtra: annotations.locationExtra,
  assigneeId: annotations.assigneeId,
  assignee: annotations.assignee,
  metadata: annotations.metadata,
  statusUserId: annotations.statusUserId,
  details: annotations.details,
};

export type AnnotationState = ValuesOf<typeof annotationState>;

/** Only the state of a row that has more. */
export function stateOf(row: AnnotationState): AnnotationState {
  const names = Object.keys(annotationState) as (keyof AnnotationState)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as AnnotationState;
}

const columns = Object.values(annotationState);

/** The state as a statement's parameters, with JSON as text. */
export const stateColumns = Object.fromEntries(Object.keys(annotationState).map((key) => [key, types.text])) as Record<
  keyof AnnotationState,
  typeof types.text
>;

/** The columns as SQL lists: alone, of a table's alias, read from given rows, and written. */
export const stateSql = {
  names: sql`${columns}`,
  of: (alias: Sql) => sql`${columns.map((column) => sql`${alias}.${column}`)}`,
  values: (given: Given) => sql`${valuesOf(given).map(({ value }) => value)}`,
  assignments: (given: Given) => sql`${valuesOf(given).map(({ column, value }) => sql`${column} = ${value}`)}`,
};

type Given = Readonly<Record<keyof AnnotationState, Sql>>;

function valuesOf(given: Given): { column: PgColumn; value: Sql }[] {
  return (Object.keys(annotationState) as (keyof AnnotationState)[]).map((key) => {
    const column = annotationState[key];
    return { column, value: sqlTypeOf(column) === "json" ? sql`${given[key]}::json` : given[key] };
  });
}
