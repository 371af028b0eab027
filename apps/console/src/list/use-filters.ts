import { useNavigate, useSearch } from "@tanstack/react-router";

type Filters = Readonly<Record<string, string | undefined>>;

/**
 * The filters of a page, kept in its address, so that a link shows the same; an empty filter is none. A change leads to the first page of
 * the list (`after` names another) unless it says which.
 */
export function useFilters(): readonly [Filters, (changed: Filters) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const set = (changed: Filters) => {
    const all: Filters = { ...filters, after: undefined, ...changed };
    const next = Object.entries(all).filter(([, value]) => value !== undefined && value !== "");
    // The state has the pages before this one: it is kept while the page stays the same.
    const state = all.after === filters.after ? true : {};
    void navigate({ to: ".", search: Object.fromEntries(next) as never, state, replace: true });
  };
  return [filters, set];
}
