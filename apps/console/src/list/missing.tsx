import type { ReactNode } from "react";
import { Empty } from "./empty.tsx";

interface MissingProps {
  /** A sentence that names the missing object. */
  readonly title: string;
  /** A link that leads on. */
  readonly children: ReactNode;
}

/** Shown instead of the page of an object that does not exist, or no longer does. */
export function Missing({ title, children }: MissingProps) {
  return (
    <Empty title={title} next="It may have been deleted, or the address may be incomplete.">
      {children}
    </Empty>
  );
}
