import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "countersign/diff.css";
import { App } from "./app/App.tsx";
import { createWorkspace } from "./app/createWorkspace.ts";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/layout.css";
import "../styles/editor.css";
import "../styles/chat.css";
import "../styles/card.css";
import "../styles/parts.css";
import "../styles/phoenix.css";
import "../styles/phoenix-surfaces.css";

const root = document.getElementById("root");
if (root === null) throw new Error("phoenix.html has no #root to render into.");

createRoot(root).render(
  <StrictMode>
    <App workspace={createWorkspace()} />
  </StrictMode>,
);
