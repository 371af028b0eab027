import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type AnchorElement = Omit<ComponentPropsWithRef<"a">, keyof AnchorProps>;

/** A link to another page of the console. */
export const PageLink = createLink((props: AnchorProps & AnchorElement) => <Anchor {...props} />);

/** A link to another page, as a button. */
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<"a">, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));

/** A link to another page, in the navigation. */
export const MenuLink = createLink((props: NavLinkProps & Omit<ComponentPropsWithRef<"a">, keyof NavLinkProps>) => <NavLink {...props} />);
