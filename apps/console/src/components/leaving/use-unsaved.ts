import { createContext, useCallback, useContext, useEffect, useRef } from 'react';

/** What was entered and is not saved, one entry for each form. */
const entries = new Set<symbol>();

/** Whether a form of the page has unsaved changes. */
export const hasUnsaved = () => entries.size > 0;

/** The unsaved forms of the dialog around a component. */
export const DialogEntries = createContext<Set<symbol> | null>(null);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Marks the form as unsaved while `isUnsaved`: leaving the page, and closing the `FormDialog` that the form is in, ask
 * first. Returns the function that a form calls when it has saved and leaves the page itself.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const dialog = useContext(DialogEntries);
  const remove = useRef(() => {});
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const entry = Symbol('unsaved');
    entries.add(entry);
    dialog?.add(entry);
    window.addEventListener('beforeunload', warn);
    remove.current = () => {
      entries.delete(entry);
      dialog?.delete(entry);
      if (!hasUnsaved()) window.removeEventListener('beforeunload', warn);
    };
    return () => remove.current();
  }, [isUnsaved, dialog]);
  return useCallback(() => remove.current(), []);
}
