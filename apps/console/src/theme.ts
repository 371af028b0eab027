import { Anchor, createTheme, Modal, NavLink, Notification } from "@mantine/core";

/** The look of the console: system fonts, one accent, and contrasts that pass WCAG AA on both grounds. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: "md",
  cursorType: "pointer",
  // Whoever has asked the system for less motion sees dialogs at once.
  respectReducedMotion: true,
  // The size of the words around them, in tables and sentences alike.
  components: {
    Anchor: Anchor.extend({ defaultProps: { fz: "sm" } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    NavLink: NavLink.extend({ styles: { root: { borderRadius: "var(--mantine-radius-md)" } } }),
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.125rem" }, h3: { fontSize: "1rem" } } },
});
