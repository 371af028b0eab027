import { batchOf, id } from "../fields.ts";

/** Emojis or names of emojis; a repeated one is handled once. */
export const reactions = () =>
  batchOf(
    id()
      .refine((value) => value.length <= 64, "must have at most 64 characters")
      .meta({ minLength: 1, maxLength: 64 }),
  )
    .max(100)
    .transform((values) => [...new Set(values)]);
