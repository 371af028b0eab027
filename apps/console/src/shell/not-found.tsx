import { Empty } from "../list/empty.tsx";
import { ButtonLink } from "../list/link.tsx";

/** Shown at an address without a page. */
export function NotFound() {
  return (
    <Empty title="There is no such page" next="The address may be incomplete.">
      <ButtonLink to="/">Go to the overview</ButtonLink>
    </Empty>
  );
}
