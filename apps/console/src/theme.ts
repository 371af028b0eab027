import { Anchor, createTheme, Modal, NavLink, Notification, Table } from "@mantine/core";

/** The look of the console: one bundled typeface, one accent colour, and contrasts that pass WCAG AA in both colour schemes. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: "md",
  cursorType: "pointer",
  // Dialogs appear without animation for people who prefer reduced motion.
  respectReducedMotion: true,
  // Links have the size of the text around them, in tables and sentences alike.
  components: {
    Anchor: Anchor.extend({ defaultProps: { fz: "sm" } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    NavLink: NavLink.extend({ styles: { root: { borderRadius: "var(--mantine-radius-md)", paddingBlock: 6 } } }),
    // Rows of a single line are 36 px high.
    Table: Table.extend({ defaultProps: { verticalSpacing: 7, horizontalSpacing: "sm" } }),
  },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "1.25rem", lineHeight: "1.35" }, h2: { fontSize: "1rem" }, h3: { fontSize: "0.875rem" } },
  },
});
