import { type ErasureMarks, erasureMarks } from "./erasure-marks.ts";

const marks = new Map<string, ErasureMarks>();

/** A schema's own, whose statements are declared once however often it is asked for. */
export function marksOf(schema: string): ErasureMarks {
  let made = marks.get(schema);
  if (made === undefined) {
    made = erasureMarks(schema);
    marks.set(schema, made);
  }
  return made;
}
