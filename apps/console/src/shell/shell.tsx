import { AppShell, Box, Burger, Divider, Group, NavLink, ScrollArea, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBook, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { MenuLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { sessionQuery, useSessionEnd } from "../session/session.ts";
import { KeySelect, useChosenKey } from "./key-select.tsx";
import { keyPages, workspacePages } from "./pages.ts";
import { PaletteButton } from "./palette-button.tsx";
import { PersonMenu } from "./person-menu.tsx";

const CommandPalette = lazy(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette }));

/** The frame of every page: the signed-in person, the chosen API key, and the navigation. */
export function Shell() {
  const { data } = useQuery(sessionQuery);
  const isOver = useSessionEnd();
  return data === undefined || isOver ? <Loading words="Loading your session…" /> : <Frame />;
}

function Frame() {
  const [isOpen, menu] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "xl" }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? "Close the menu" : "Open the menu"}
            />
            <Logo />
            <KeySelect />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <PaletteButton />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Menu onChoose={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <Suspense fallback={<Loading words="Opening the page…" />}>
          <Box maw={1280} mx="auto">
            <Outlet />
          </Box>
        </Suspense>
      </AppShell.Main>
      <Suspense>
        <CommandPalette />
      </Suspense>
    </AppShell>
  );
}

function Menu({ onChoose }: { readonly onChoose: () => void }) {
  const { session } = useParley();
  const { data } = useQuery(sessionQuery);
  const key = useChosenKey();
  return (
    <>
      <AppShell.Section grow component={ScrollArea}>
        {key !== undefined &&
          keyPages.map(({ to, title, icon: Icon }) => (
            <MenuLink
              key={to}
              to={to}
              params={{ key }}
              label={title}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              activeOptions={{ exact: to === "/k/$key", includeSearch: false }}
              activeProps={{ active: true, "aria-current": "page" }}
              onClick={onChoose}
            />
          ))}
        <Divider my="sm" />
        {workspacePages.map(({ to, title, icon: Icon }) => (
          <MenuLink
            key={to}
            to={to}
            label={title}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            activeProps={{ active: true, "aria-current": "page" }}
            onClick={onChoose}
          />
        ))}
        {data?.reference !== undefined && (
          <NavLink
            href={data.reference}
            target="_blank"
            rel="noopener"
            label="API reference"
            leftSection={<IconBook size={18} stroke={1.6} aria-hidden />}
            rightSection={<IconExternalLink size={14} stroke={1.6} aria-hidden />}
          />
        )}
      </AppShell.Section>
      <AppShell.Section>
        <Text size="xs" c="dimmed" px="sm" pt="sm" style={{ overflowWrap: "anywhere" }}>
          Workspace {session.workspaceId}
        </Text>
      </AppShell.Section>
    </>
  );
}

import icon from "../icon.svg";

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src={icon} width={26} height={26} alt="" />
      <Text fw={700} visibleFrom="xs">
        Parley
      </Text>
    </Group>
  );
}
