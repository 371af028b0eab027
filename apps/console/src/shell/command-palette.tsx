import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconBolt, IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useParley } from "../parley/client.ts";
import { useChosenKey } from "./key-select.tsx";
import { keyOperations, workspaceOperations } from "./operations.ts";
import { keyPages, workspacePages } from "./pages.ts";
import { useThingActions } from "./use-thing-actions.tsx";

/** Finds pages by name, actions by what they do, and objects by name or id. */
export function CommandPalette() {
  const [query, setQuery] = useState("");
  const pages = usePageActions();
  const operations = useOperationActions();
  const things = useThingActions(query.trim());
  return (
    <Spotlight
      actions={[
        { group: "Pages", actions: pages },
        { group: "Actions", actions: operations },
        { group: "Results", actions: things },
      ]}
      query={query}
      onQueryChange={setQuery}
      shortcut={["mod + K"]}
      nothingFound="Nothing found."
      highlightQuery
      limit={24}
      scrollable
      maxHeight={480}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "A page, an action, a name or an id",
        "aria-label": "Search",
      }}
    />
  );
}

function usePageActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const key = useChosenKey();
  const ofKey =
    key === undefined
      ? []
      : keyPages.map(({ to, title, icon: Icon, words }) => ({
          id: to,
          label: title,
          keywords: words,
          leftSection: <Icon size={18} aria-hidden />,
          onClick: () => void navigate({ to, params: { key } }),
        }));
  const ofWorkspace = workspacePages.map(({ to, title, icon: Icon, words }) => ({
    id: to,
    label: title,
    keywords: words,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => void navigate({ to }),
  }));
  return [...ofKey, ...ofWorkspace];
}

function useOperationActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const key = useChosenKey();
  const { may } = useParley();
  const leftSection = <IconBolt size={18} aria-hidden />;
  const ofKey = keyOperations.flatMap(({ to, title, words, role, search }) =>
    key === undefined || !may(role)
      ? []
      : [{ id: title, label: title, keywords: words, leftSection, onClick: () => void navigate({ to, params: { key }, search }) }],
  );
  const ofWorkspace = workspaceOperations.flatMap(({ to, title, words, role, search }) =>
    may(role) ? [{ id: title, label: title, keywords: words, leftSection, onClick: () => void navigate({ to, search }) }] : [],
  );
  return [...ofKey, ...ofWorkspace];
}
