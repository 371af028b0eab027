import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";

const staleMs = 60_000;
// What one request takes.
const mostIds = 1_000;

/** An organization by its name; by its id while that is not known. */
export function OrganizationName({ id }: { readonly id: string }) {
  const { parley, apiKey } = useParley();
  const { data } = useQuery({
    queryKey: [apiKey, "organizations", id, "one"],
    queryFn: async () => (await parley.organizations.list({ organizationIds: [id] })).data[0] ?? null,
    staleTime: staleMs,
  });
  return <Their or={id}>{data?.organizationName}</Their>;
}

/** What the folders of a list are called, asked for once for all of them; by its id while that is not known. */
export function useFolderNames(organization: string, ids: readonly (string | null | undefined)[]): (id: string) => string {
  const { parley, apiKey } = useParley();
  const folderIds = idsAmong(ids);
  const { data } = useQuery({
    queryKey: [apiKey, "folders", organization, "names", folderIds],
    queryFn: async () => (await parley.folders.list({ organizationId: organization, folderIds, maxDepth: 0 })).data,
    enabled: folderIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
  const names = new Map(data?.map(({ folderId, folderName }) => [folderId, folderName]));
  return (id) => names.get(id) || id;
}

/** What the documents of a list are called: asked for once for all of them. By its id is called what has no name, or none yet. */
export function useDocumentNames(organization: string, ids: readonly (string | null | undefined)[]): (id: string) => string {
  const { parley, apiKey } = useParley();
  const documentIds = idsAmong(ids);
  const { data } = useQuery({
    queryKey: [apiKey, "documents", organization, "names", documentIds],
    queryFn: async () => (await parley.documents.list({ organizationId: organization, documentIds })).data,
    enabled: documentIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
  const names = new Map(data?.map(({ documentId, documentName }) => [documentId, documentName]));
  return (id) => names.get(id) || id;
}

/** What users of an organization are called, asked for once for all of them; by the id while that is not known. */
export function useUserNames(organization: string, ids: readonly (string | null | undefined)[]): (id: string) => string {
  const { parley, apiKey } = useParley();
  const userIds = idsAmong(ids);
  const { data } = useQuery({
    queryKey: [apiKey, "users", organization, "names", userIds],
    queryFn: async () => (await parley.users.list({ organizationId: organization, userIds })).data,
    enabled: userIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
  const names = new Map(data?.map(({ userId, name }) => [userId, name]));
  return (id) => names.get(id) || id;
}

function idsAmong(ids: readonly (string | null | undefined)[]): string[] {
  const given = [...new Set(ids)].filter((id) => typeof id === "string" && id !== "") as string[];
  return given.sort().slice(0, mostIds);
}
