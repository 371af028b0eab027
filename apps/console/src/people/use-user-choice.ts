import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { longestSearch } from "../list/search.tsx";
import { useParley } from "../parley/client.ts";

const shown = 50;
const typingMs = 250;

/** Users of an organization to choose from: the first ones, or those that match the typed text. */
export function useUserChoice(organization: string, typed: string) {
  const { parley, apiKey } = useParley();
  const [search] = useDebouncedValue(typed.trim().slice(0, longestSearch), typingMs);
  const { data = [] } = useQuery({
    queryKey: [apiKey, "users", organization, "choice", search],
    queryFn: async () =>
      (await parley.users.list({ organizationId: organization, pageSize: shown, ...(search === "" ? {} : { searchKey: search }) })).data,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return data;
}
