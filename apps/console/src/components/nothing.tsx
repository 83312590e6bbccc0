import { VisuallyHidden } from '@mantine/core';

/** A dash for a missing value; screen readers announce `meaning` instead. */
export function Nothing({ meaning }: { meaning: string }) {
  return (
    <span className="dimmed">
      <span aria-hidden>–</span>
      <VisuallyHidden>{meaning}</VisuallyHidden>
    </span>
  );
}
