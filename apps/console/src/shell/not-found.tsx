import { Empty } from "../list/empty.tsx";
import { ButtonLink } from "../list/link.tsx";

/** At an address that no page has. */
export function NotFound() {
  return (
    <Empty title="There is no such page" next="The address may have been cut off where it was copied.">
      <ButtonLink to="/">Go to the overview</ButtonLink>
    </Empty>
  );
}
