import type { DiffView } from "countersign/react";
import { Choice } from "./Choice.tsx";
import { GrantList } from "./GrantList.tsx";
import { Icon } from "./Icon.tsx";
import { Mode } from "./Mode.tsx";
import { usePage, useValue } from "./PageContext.ts";
import { StorageNotice } from "./StorageNotice.tsx";

const views: readonly { readonly value: DiffView; readonly label: string }[] = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
];

export function Header() {
  const { diffView } = usePage();
  const view = useValue(diffView, (value) => value);
  return (
    <header className="topbar">
      <h1 className="brand">
        <Icon name="mark" />
        Countersign
      </h1>
      <Choice legend="Changes" options={views} value={view} onChange={(value) => diffView.update(() => value)} />
      <Mode />
      <GrantList />
      <StorageNotice />
    </header>
  );
}
