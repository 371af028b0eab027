import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconLogout, IconMoon, IconSun, IconUserCircle } from "@tabler/icons-react";
import { useParley } from "../parley/client.ts";
import { forgetSession } from "../parley/query-client.ts";
import { useAction } from "../parley/use-action.tsx";
import { roleWords, signOut } from "../session/session.ts";
import { wholeTime } from "../text/time.tsx";

/** The signed-in person, the colour scheme, and signing out. */
export function PersonMenu() {
  const { session } = useParley();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === "dark";
  const leave = useAction({
    run: signOut,
    onDone: (leaveTo) => {
      forgetSession();
      if (leaveTo !== undefined) location.assign(leaveTo);
    },
  });
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Account and appearance">
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.person === "" ? roleWords[session.role] : `${session.person} (${roleWords[session.role]})`} · until{" "}
          {wholeTime(session.expiresAt)}
        </Menu.Label>
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
          onClick={() => setColorScheme(isDark ? "light" : "dark")}
        >
          {isDark ? "Light" : "Dark"}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
