import { Choice } from "./Choice.tsx";
import { diffViews } from "./diffViews.ts";
import { GrantList } from "./GrantList.tsx";
import { Icon } from "./Icon.tsx";
import { Mode } from "./Mode.tsx";
import { usePage, useValue } from "./PageContext.ts";
import { StorageNotice } from "./StorageNotice.tsx";

export function Header() {
  const { diffView, storage } = usePage();
  const view = useValue(diffView, (value) => value);
  return (
    <header className="topbar">
      <h1 className="brand">
        <Icon name="mark" />
        Countersign
      </h1>
      <Choice legend="Changes" options={diffViews} value={view} onChange={(value) => diffView.update(() => value)} />
      <Mode />
      <GrantList />
      <a className="page-link" href="./phoenix.html">
        In an app like Phoenix
      </a>
      <StorageNotice storage={storage} />
    </header>
  );
}
