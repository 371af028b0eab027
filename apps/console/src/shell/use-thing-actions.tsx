import { useDebouncedValue } from "@mantine/hooks";
import type { SpotlightActionData } from "@mantine/spotlight";
import { IconBuilding, IconFile, IconFolder, IconKey, IconMessage, IconUser } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { apiKeysQuery } from "../keys/api-keys-query.ts";
import { useParley } from "../parley/client.ts";
import { useThings } from "./use-things.ts";

const typingMs = 250;

/** Actions that open API keys, organizations, people, folders, documents and threads, found by name or id. Threads come last: they mention people. */
export function useThingActions(query: string): SpotlightActionData[] {
  const [search] = useDebouncedValue(query, typingMs);
  const navigate = useNavigate();
  const { parley } = useParley();
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(parley, search), placeholderData: keepPreviousData });
  const { key, organizationId: organization, ...things } = useThings(query, search);
  const ofKeys = keys.map(({ id, apiKeyName }) => ({
    id: `key ${id}`,
    label: apiKeyName || id,
    description: "API key and its tokens",
    keywords: id,
    leftSection: <IconKey size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/keys/$tokensOf", params: { tokensOf: id } }),
  }));
  if (key === undefined) return ofKeys;
  const organizations = things.organizations.map(({ organizationId, organizationName }) => ({
    id: `organization ${organizationId}`,
    label: organizationName ?? organizationId,
    description: `Organization ${organizationId}`,
    leftSection: <IconBuilding size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/k/$key/places/$organization", params: { key, organization: organizationId } }),
  }));
  const folders = things.folders.map(({ folderId: folder, folderName }) => ({
    id: `folder ${folder}`,
    label: folderName ?? folder,
    description: `Folder ${folder}`,
    leftSection: <IconFolder size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/k/$key/places/$organization", params: { key, organization }, search: { folder } }),
  }));
  const documents = things.documents.map(({ documentId: document, documentName }) => ({
    id: `document ${document}`,
    label: documentName ?? document,
    description: `Document ${document}`,
    leftSection: <IconFile size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/k/$key/places/$organization/$document", params: { key, organization, document } }),
  }));
  const people = things.users.map(({ userId: user, name, email }) => ({
    id: `user ${user}`,
    label: name || user,
    description: `User ${user}`,
    keywords: email ?? "",
    leftSection: <IconUser size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/k/$key/people/$organization/$user", params: { key, organization, user } }),
  }));
  const threads = things.threads.map(({ documentId: document, annotationId: thread, comments }) => ({
    id: `thread ${document} ${thread}`,
    label: comments[0]?.commentText || thread,
    description: `Thread ${thread}`,
    leftSection: <IconMessage size={18} aria-hidden />,
    onClick: () => void navigate({ to: "/k/$key/places/$organization/$document/$thread", params: { key, organization, document, thread } }),
  }));
  return [...ofKeys, ...organizations, ...people, ...folders, ...documents, ...threads];
}
