import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";

const staleMs = 60_000;
// The most ids in one request.
const mostIds = 1_000;

/** An organization's name; its id until the name has loaded. */
export function OrganizationName({ id }: { readonly id: string }) {
  const { parley, apiKey } = useParley();
  const { data } = useQuery({
    queryKey: [apiKey, "organizations", id, "one"],
    queryFn: async () => (await parley.organizations.list({ organizationIds: [id] })).data[0] ?? null,
    staleTime: staleMs,
  });
  return <Their or={id}>{data?.organizationName}</Their>;
}

/** The names of the folders in a list, loaded in one request; ids until then. */
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

/** The names of the documents in a list, loaded in one request; ids until then, and for documents without a name. */
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

/** The names of an organization's users in a list, loaded in one request; ids until then. */
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
