import { Grid, Stack, Title } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { OfOrganization } from "../organization/of-organization.tsx";
import { OrganizationSelect } from "../organization/organization-select.tsx";
import { Start } from "../start/start.tsx";
import { Backlog } from "./backlog.tsx";
import { Figures } from "./figures.tsx";
import { Latest } from "./latest.tsx";
import { UsageByDay } from "./usage-by-day.tsx";

/** The state of an API key: pending work, failures, and the latest events. */
export function OverviewPage() {
  return (
    <Page title="Overview" about="Pending work, failures, and the latest events.">
      <Start />
      <Backlog />
      <Figures />
      <UsageByDay />
      <Grid>
        <Grid.Col span={12}>
          <Stack>
            <Title order={2}>Latest</Title>
            <OrganizationSelect />
            <OfOrganization>{(organization) => <Latest organization={organization} />}</OfOrganization>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
