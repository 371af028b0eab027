import { Breadcrumbs } from "@mantine/core";
import type { ReactNode } from "react";

/** Links to the pages above the current one, outermost first. */
export function Trail({ children }: { readonly children: ReactNode }) {
  return (
    <Breadcrumbs
      separatorMargin={6}
      mb={4}
      style={{ flexWrap: "wrap" }}
      styles={{ breadcrumb: { whiteSpace: "normal", lineHeight: "24px", display: "inline-block" } }}
    >
      {children}
    </Breadcrumbs>
  );
}
