import { useFilters } from "./use-filters.ts";

interface Dialog {
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether a dialog is open. The state is in the page's address, so that a link can open it. */
export function useDialog(name: string): readonly [boolean, Dialog] {
  const [{ do: shown, after }, setFilters] = useFilters();
  return [shown === name, { open: () => setFilters({ do: name, after }), close: () => setFilters({ do: undefined, after }) }];
}
