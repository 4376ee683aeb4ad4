import { type KeyboardEvent, useId, useRef } from "react";
import { surfaces } from "./surfaces.ts";
import type { Surface } from "./surface.ts";
import { useValue, useWorkspace } from "./WorkspaceContext.ts";

const tabs = surfaces.filter(({ Panel }) => Panel !== undefined);

/** One panel at a time. The others stay mounted: what waits for them goes on waiting. */
export function Surfaces() {
  const { shown } = useWorkspace();
  const id = useId();
  const current = useValue(shown, (value) => value);
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (tabs.findIndex((tab) => tab.id === current) + step + tabs.length) % tabs.length;
    shown.update(() => tabs[index]?.id ?? current);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };

  return (
    <div className="surfaces">
      <div ref={list} className="tabs" role="tablist" aria-label="Parts of the app">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-controls={`${id}-panel-${tab.id}`}
            aria-selected={tab.id === current}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => shown.update(() => tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          className="surface"
          role="tabpanel"
          id={`${id}-panel-${tab.id}`}
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab.id !== current}
        >
          <Shown surface={tab} />
        </div>
      ))}
    </div>
  );
}

function Shown({ surface: { Panel, inPlayground } }: { readonly surface: Surface }) {
  const { isPlaygroundOpen } = useWorkspace();
  const open = useValue(isPlaygroundOpen, (value) => value);
  if (Panel === undefined) return null;
  if (inPlayground !== true) return <Panel />;
  return (
    <>
      <div className="row">
        <button type="button" className="button button-small" onClick={() => isPlaygroundOpen.update((value) => !value)}>
          {open ? "Close the playground" : "Open the playground"}
        </button>
        {!open && <span className="quiet">Closed. The agent can neither read nor edit what is in it.</span>}
      </div>
      {open && <Panel />}
    </>
  );
}
