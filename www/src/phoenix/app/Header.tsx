import { Choice } from "../../app/Choice.tsx";
import { diffViews } from "../../app/diffViews.ts";
import { Icon } from "../../app/Icon.tsx";
import { ModeChoice } from "../../app/Mode.tsx";
import { StorageNotice } from "../../app/StorageNotice.tsx";
import { useValue, useWorkspace } from "./WorkspaceContext.ts";

export function Header() {
  const { diffView, storage } = useWorkspace();
  const view = useValue(diffView, (value) => value);
  return (
    <header className="topbar">
      <h1 className="brand">
        <Icon name="mark" />
        Countersign in an app like Phoenix
      </h1>
      <Choice legend="Changes" options={diffViews} value={view} onChange={(value) => diffView.update(() => value)} />
      <ModeChoice />
      <a className="page-link" href="./">
        Tools of your own
      </a>
      <StorageNotice storage={storage} />
    </header>
  );
}
