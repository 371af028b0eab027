import { useNavigate, useSearch } from "@tanstack/react-router";

type Filters = Readonly<Record<string, string | undefined>>;

/**
 * The filters of a page: they lie in its address, so that a link shows the same. An empty one is none. Whoever changes one sees the first page of the list
 * (`after` names another), unless the change says which.
 */
export function useFilters(): readonly [Filters, (changed: Filters) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const set = (changed: Filters) => {
    const all: Filters = { ...filters, after: undefined, ...changed };
    const next = Object.entries(all).filter(([, value]) => value !== undefined && value !== "");
    // The way back to the pages before lies in the state: whoever stays on a page keeps it.
    const state = all.after === filters.after ? true : {};
    void navigate({ to: ".", search: Object.fromEntries(next) as never, state, replace: true });
  };
  return [filters, set];
}
