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
    const next = Object.entries({ ...filters, after: undefined, ...changed }).filter(([, value]) => value !== undefined && value !== "");
    void navigate({ to: ".", search: Object.fromEntries(next) as never, replace: true });
  };
  return [filters, set];
}
