import { useRef, useState } from 'react';

/**
 * The state of a dialog that is rendered only while it is open: what it was opened for. Closing it returns the focus to
 * the button that opened it, which a dialog that is open from the start does not do itself.
 */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const opener = useRef<Element>(null);
  return {
    subject,
    open: (of: Subject) => {
      opener.current = document.activeElement;
      setSubject(of);
    },
    close: () => {
      setSubject(undefined);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
