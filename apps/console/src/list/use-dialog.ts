import { useFilters } from "./use-filters.ts";

interface Dialog {
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether a dialog of a page is open: that lies in the address, so that a link opens it. */
export function useDialog(name: string): readonly [boolean, Dialog] {
  const [{ do: shown, after }, setFilters] = useFilters();
  return [shown === name, { open: () => setFilters({ do: name, after }), close: () => setFilters({ do: undefined, after }) }];
}
