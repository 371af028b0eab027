import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";

// The palette is fetched separately, so this button must not import it.
const open = () => void import("@mantine/spotlight").then(({ spotlight }) => spotlight.open());

/** Opens the palette, like `⌘ K` on a Mac and `Ctrl K` elsewhere. */
export function PaletteButton() {
  const os = useOs({ getValueInEffect: false });
  const isMac = os === "macos" || os === "ios";
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac ? "⌘ K" : "Ctrl K"}</Kbd>}
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={open} aria-label="Search">
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    </>
  );
}
