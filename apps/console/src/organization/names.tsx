import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";

const staleMs = 60_000;

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

/** What the documents of a list are called: asked for once for all of them. By its id is called what has no name, or none yet. */
export function useDocumentNames(organization: string, ids: readonly (string | null | undefined)[]): (id: string) => string {
  const { parley, apiKey } = useParley();
  const documentIds = [...new Set(ids)].filter((id) => typeof id === "string" && id !== "").sort() as string[];
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
