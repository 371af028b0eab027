import { Group } from "@mantine/core";
import { ButtonLink } from "../list/link.tsx";
import { Page } from "../list/page.tsx";

/** Shown at an address without a page. */
export function NotFound() {
  return (
    <Page title="There is no such page" about="The address may be incomplete.">
      <Group>
        <ButtonLink to="/">Go to the overview</ButtonLink>
      </Group>
    </Page>
  );
}
