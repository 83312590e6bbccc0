import { createContext, useCallback, useContext, useEffect, useRef } from 'react';

/** What was entered and is not saved, one entry for each form: whether it is kept for the next visit of the page. */
const entries = new Map<symbol, boolean>();

/** Whether a form of the page has unsaved changes. */
export const hasUnsaved = () => entries.size > 0;

/** Whether all unsaved changes are there again when the page is visited again. */
export const isKept = () => [...entries.values()].every(Boolean);

/** The unsaved forms of the dialog around a component. */
export const DialogEntries = createContext<Set<symbol> | null>(null);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Marks the form as unsaved while `isUnsaved`: leaving the page, and closing the `FormDialog` that the form is in, ask
 * first. Returns the function that a form calls when it has saved and leaves the page itself.
 *
 * @param isKeptThen whether the page restores the changes when it is visited again
 */
export function useUnsaved(isUnsaved: boolean, isKeptThen = false): () => void {
  const dialog = useContext(DialogEntries);
  const remove = useRef(() => {});
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const entry = Symbol('unsaved');
    entries.set(entry, isKeptThen);
    dialog?.add(entry);
    window.addEventListener('beforeunload', warn);
    remove.current = () => {
      entries.delete(entry);
      dialog?.delete(entry);
      if (!hasUnsaved()) window.removeEventListener('beforeunload', warn);
    };
    return () => remove.current();
  }, [isUnsaved, isKeptThen, dialog]);
  return useCallback(() => remove.current(), []);
}
