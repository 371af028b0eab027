import { useNavigate, useSearch } from "@tanstack/react-router";

type Filters = Readonly<Record<string, string | undefined>>;

/**
 * The filters of a page. They are kept in the page's address, so that a link shows the same page; an empty text removes a filter. Setting
 * filters returns to the first page of the list, unless the change sets `after`.
 */
export function useFilters(): readonly [Filters, (changed: Filters) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const set = (changed: Filters) => {
    const all: Filters = { ...filters, after: undefined, ...changed };
    const next = Object.entries(all).filter(([, value]) => value !== undefined && value !== "");
    // The state of the history entry holds the pages before this one, and is kept as long as the page stays the same.
    const state = all.after === filters.after ? true : {};
    void navigate({ to: ".", search: Object.fromEntries(next) as never, state, replace: true });
  };
  return [filters, set];
}

interface Dialog {
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether a dialog is open. The state is in the page's address, so that a link can open it. */
export function useDialog(name: string): readonly [boolean, Dialog] {
  const [{ do: shown, after }, setFilters] = useFilters();
  return [shown === name, { open: () => setFilters({ do: name, after }), close: () => setFilters({ do: undefined, after }) }];
}
