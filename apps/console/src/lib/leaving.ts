/**
 * What a page has to do before the user leaves it for another one: write its pending state to the URL, ask about
 * unsaved changes. Returns undefined if nothing is to be done now, otherwise whether the user leaves.
 */
export type LeavingStep = () => Promise<boolean> | undefined;

const steps = new Set<LeavingStep>();

/** Adds a step; returns the function that removes it. */
export function beforeLeaving(step: LeavingStep): () => void {
  steps.add(step);
  return () => void steps.delete(step);
}

/** Runs the steps one after the other; undefined if there is nothing to do. */
export function leave(): Promise<boolean> | undefined {
  const begun = [...steps].flatMap((step) => step() ?? []);
  return begun.length > 0 ? Promise.all(begun).then((answers) => answers.every(Boolean)) : undefined;
}
