import "./page.css";
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");

// The import asks the server who is signed in before the page shows anything.
const page = await import("./document-page.tsx").catch((error: unknown) => {
  root.textContent = `This page could not be opened: ${error instanceof Error ? error.message : error}.`;
});
if (page !== undefined) createRoot(root).render(<page.DocumentPage />);
