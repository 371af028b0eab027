import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { longestSearch } from "../list/search.tsx";
import { useParley } from "../parley/client.ts";

const most = 100;
const mostFound = 20;
const staleMs = 60_000;

interface Place {
  readonly organization?: string;
  readonly document?: string;
}

/**
 * The objects that the palette finds. For the API key: its first hundred organizations, and organizations found by a search. For the
 * current or else the first organization: its first hundred documents and people, its latest threads, and documents, folders and people
 * found by a search, including people who are only in a document. For the current document: threads by id. Nothing is loaded before
 * something is typed.
 */
export function useThings(typed: string, id: string) {
  const { parley } = useParley();
  const params = useParams({ strict: false }) as Place & { readonly key?: string };
  const search = useSearch({ strict: false }) as Place;
  const { key } = params;
  const isTyping = typed !== "";
  const { data: organizations = [] } = useQuery({
    queryKey: [key, "organizations", "palette"],
    queryFn: async () => (await parley.organizations.list({ pageSize: most })).data,
    enabled: isTyping && key !== undefined,
    staleTime: staleMs,
  });
  const { data: found = [] } = useQuery({
    queryKey: [key, "organizations", "palette", id],
    queryFn: async () => (await parley.organizations.list({ pageSize: mostFound, search: id.slice(0, longestSearch) })).data,
    enabled: isTyping && key !== undefined && id !== "",
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
  const organizationId = params.organization ?? search.organization ?? organizations[0]?.organizationId ?? "";
  const documentId = params.document;
  // An id is unique only within its document.
  const threadsById = documentId === undefined ? undefined : { documentId, annotationIds: [id] };
  const enabled = isTyping && key !== undefined && organizationId !== "";
  const { data: latest } = useQuery({
    queryKey: [key, "palette", organizationId],
    queryFn: () => readThings({ pageSize: most }, {}, {}),
    enabled,
    staleTime: staleMs,
  });
  const ofName = { search: id.slice(0, longestSearch) };
  const { data: folders = [] } = useQuery({
    queryKey: [key, "palette", organizationId, "folders", id],
    queryFn: async () => (await parley.folders.list({ organizationId, ...ofName, maxDepth: 0, pageSize: mostFound })).data,
    enabled: enabled && id !== "",
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
  const { data: exact } = useQuery({
    queryKey: [key, "palette", organizationId, documentId, id],
    queryFn: () => readThings(ofName, { searchKey: ofName.search, allDocuments: true }, threadsById),
    enabled: enabled && id !== "",
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
  const documents = unique([...(exact?.documents ?? []), ...(latest?.documents ?? [])], ({ documentId }) => documentId);
  const users = unique([...(exact?.users ?? []), ...(latest?.users ?? [])], ({ userId }) => userId);
  const threads = unique(
    [...(exact?.threads ?? []), ...(latest?.threads ?? [])],
    ({ documentId, annotationId }) => `${documentId} ${annotationId}`,
  );
  return {
    key,
    organizationId,
    organizations: unique([...found, ...organizations], ({ organizationId: of }) => of),
    folders,
    documents,
    users,
    threads,
  };

  async function readThings(ofDocuments: object, ofUsers: object, ofThreads: object | undefined) {
    const of = { organizationId, pageSize: most };
    const [documents, users, threads] = await Promise.all([
      parley.documents.list({ ...of, ...ofDocuments }),
      parley.users.list({ ...of, ...ofUsers }),
      ofThreads && parley.threads.list({ ...of, ...ofThreads }),
    ]);
    return { documents: documents.data, users: users.data, threads: threads?.data ?? [] };
  }
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
