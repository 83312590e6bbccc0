import type { z } from 'zod';

/** What is wrong with an import file, and where: a path such as `products[2].city`. */
export type Fault = { path: string; message: string };

/** The file was refused. Nothing of it was written. The message lists every fault. */
export class ImportRefused extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ path, message }) => `  ${path}: ${message}`);
    super(
      [`The import was refused: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}`, ...lines].join('\n'),
    );
    this.name = 'ImportRefused';
    this.faults = faults;
  }
}

/** Collects faults while a document is looked at. */
export type Faults = { add(path: string, message: string): void; throwIfAny(): void };

export function collectFaults(): Faults {
  const faults: Fault[] = [];
  return {
    add: (path, message) => faults.push({ path, message }),
    throwIfAny() {
      if (faults.length > 0) throw new ImportRefused(faults);
    },
  };
}

/** What zod found, with the paths in the spelling of the file. */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.map(({ path, message }) => ({
    path:
      path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
        .join('') || 'the file',
    message,
  }));
