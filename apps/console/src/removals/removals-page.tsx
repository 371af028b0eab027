import { Group, SegmentedControl, Stack } from "@mantine/core";
import type { RemovalsListItem } from "@parley/sdk";
import { ButtonLink } from "../list/link.tsx";
import { ListTable } from "../list/list-table.tsx";
import { Page } from "../list/page.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { removalColumns } from "./removal-columns.tsx";

const refetchMs = 3_000;

/** The removals of an API key with their progress; administrators can pause them. */
export function RemovalsPage() {
  const { parley, apiKey, may } = useParley();
  const [{ job, state }, setFilters] = useFilters();
  const filters = { ...(job === undefined ? {} : { jobId: job }), ...(state === "open" ? { openOnly: true } : {}) };
  const list = useList<RemovalsListItem>(
    [apiKey, "removals", filters],
    (pageToken) => parley.removals.list({ ...filters, pageSize: 25, pageToken }),
    { refetchMs },
  );
  return (
    <Page title="Deletions" about="Erasing a person or deleting content removes the data from every service, task by task.">
      <Stack>
        <Group>
          <SearchById label="Job id" value={job} onSearch={(wanted) => setFilters({ job: wanted })} />
          <SegmentedControl
            aria-label="Which deletions"
            data={[
              { value: "all", label: "All" },
              { value: "open", label: "Running" },
            ]}
            value={state === "open" ? "open" : "all"}
            onChange={(chosen) => setFilters({ state: chosen === "open" ? "open" : undefined })}
          />
        </Group>
        <ListTable
          label="Deletions"
          list={list}
          columns={removalColumns(may("administrate"))}
          rowKey={({ jobId }) => jobId}
          empty={
            Object.keys(filters).length > 0
              ? { title: "No matching deletions", next: "Completed ones are listed for 90 days." }
              : {
                  title: "No deletions yet",
                  next: "Erase a person from their page, or delete an organization or a document.",
                  children: (
                    <ButtonLink to="/k/$key/people" params={{ key: apiKey }}>
                      Go to people
                    </ButtonLink>
                  ),
                }
          }
        />
      </Stack>
    </Page>
  );
}
