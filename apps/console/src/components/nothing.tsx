import { VisuallyHidden } from '@mantine/core';

/** A dash for the eye, and for the ear what is not there. */
export function Nothing({ meaning }: { meaning: string }) {
  return (
    <span className="dimmed">
      <span aria-hidden>–</span>
      <VisuallyHidden>{meaning}</VisuallyHidden>
    </span>
  );
}
