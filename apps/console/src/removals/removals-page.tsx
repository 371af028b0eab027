import { Paper, Stack, Text } from "@mantine/core";
import { Empty } from "../list/empty.tsx";
import { ButtonLink } from "../list/link.tsx";
import { Page } from "../list/page.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";
import { EraseProgress } from "./erase-progress.tsx";
import { knownRemovals } from "./known-removals.ts";

/** Removals of people, each with how far it is. */
export function RemovalsPage() {
  const { apiKey } = useParley();
  const [{ job }, setFilters] = useFilters();
  const known = knownRemovals(apiKey).filter(({ jobId }) => job === undefined || jobId === job);
  const isAsked = job !== undefined && known.length === 0;
  return (
    <Page title="Removals" about="Erasing a person goes through every service, task by task, until nothing is left.">
      <SearchById label="Job id" value={job} onSearch={(wanted) => setFilters({ job: wanted })} />
      {isAsked && (
        <Paper withBorder p="md">
          <EraseProgress jobId={job} tasksCount={0} />
        </Paper>
      )}
      <Stack>
        {known.map(({ jobId, tasksCount, about }) => (
          <Paper key={jobId} withBorder p="md">
            <Text fw={600} mb="xs">
              <Their>{about}</Their>
            </Text>
            <EraseProgress jobId={jobId} tasksCount={tasksCount} />
          </Paper>
        ))}
      </Stack>
      {known.length === 0 && !isAsked && (
        <Empty
          title="No removals were begun here"
          next="Erase a person from their page, or ask above for a job by the id that users.deleteData answered."
        >
          <ButtonLink to="/k/$key/people" params={{ key: apiKey }}>
            Go to people
          </ButtonLink>
        </Empty>
      )}
    </Page>
  );
}
