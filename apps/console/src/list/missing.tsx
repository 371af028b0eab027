import type { ReactNode } from "react";
import { Empty } from "./empty.tsx";

interface MissingProps {
  /** What is not there: a sentence. */
  readonly title: string;
  /** The way on. */
  readonly children: ReactNode;
}

/** In place of a page about something that does not exist, or not any more. */
export function Missing({ title, children }: MissingProps) {
  return (
    <Empty title={title} next="It may have been deleted since, or the address was cut off where it was copied.">
      {children}
    </Empty>
  );
}
