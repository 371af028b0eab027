import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconBuilding, IconSearch, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useParley } from "../parley/client.ts";
import { useChosenKey } from "./key-select.tsx";
import { keyPages, workspacePages } from "./pages.ts";

/** Every page by its name, organizations by theirs, and anybody or anything by an id. */
export function CommandPalette() {
  const [query, setQuery] = useState("");
  const actions = [...usePageActions(), ...useThingActions(query.trim())];
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={["mod + K"]}
      nothingFound="Nothing has this name."
      highlightQuery
      limit={12}
      scrollable
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "A page, an organization or an id",
        "aria-label": "Go to",
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

function useThingActions(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const { parley } = useParley();
  const { key } = useParams({ strict: false }) as { key?: string };
  const { data: organizations = [] } = useQuery({
    queryKey: [key, "organizations", "palette"],
    queryFn: async () => (await parley.organizations.list({ pageSize: 100 })).data,
    enabled: key !== undefined,
    staleTime: 60_000,
  });
  if (key === undefined) return [];
  const places = organizations.map(({ organizationId, organizationName }) => ({
    id: `organization ${organizationId}`,
    label: organizationName ?? organizationId,
    description: `Organization ${organizationId}`,
    leftSection: <IconBuilding size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/k/$key/places/$organization", params: { key, organization: organizationId } }),
  }));
  const [first] = organizations;
  if (query === "" || first === undefined) return places;
  const person = {
    id: "person",
    label: `User ${query}`,
    description: `In ${first.organizationName ?? first.organizationId}`,
    leftSection: <IconUser size={18} aria-hidden />,
    onClick: () =>
      void navigate({ to: "/k/$key/people/$organization/$user", params: { key, organization: first.organizationId, user: query } }),
  };
  return [...places, person];
}
