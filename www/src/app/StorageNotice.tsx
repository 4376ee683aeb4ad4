import type { State } from "./state.ts";
import type { StorageTrouble } from "./storage.ts";
import { useValue } from "./useValue.ts";

/** Why this page begins anew, or would do so at the next reload. */
export function StorageNotice({ storage }: { readonly storage: Pick<State<StorageTrouble | undefined>, "get" | "subscribe"> }) {
  const trouble = useValue(storage, (state) => state);
  if (trouble === undefined) return null;
  return (
    <p className="storage-notice" role="alert">
      {sentences[trouble]}
    </p>
  );
}

const sentences = {
  dropped: "What this tab had kept could not be read, so it was dropped. The page begins anew.",
  failed: "This tab can keep no more, so a reload would begin anew.",
} as const;
