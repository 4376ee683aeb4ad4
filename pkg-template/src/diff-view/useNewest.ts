import { useCallback, useInsertionEffect, useRef } from "react";

/** One function for the component's life that does what the newest one does. */
export function useNewest<Value>(callback: (value: Value) => void): (value: Value) => void {
  const newest = useRef(callback);
  useInsertionEffect(() => {
    newest.current = callback;
  });
  return useCallback((value: Value) => newest.current(value), []);
}
