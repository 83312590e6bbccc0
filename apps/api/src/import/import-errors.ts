import type { z } from 'zod';

/** What is wrong with an import file, and where: a path such as `products[2].city`. */
export type FieldError = { path: string; message: string };

/** The file was refused. Nothing of it was written. The message lists every fault. */
export class ImportRefused extends Error {
  readonly fieldErrors: readonly FieldError[];
  constructor(fieldErrors: readonly FieldError[]) {
    const lines = fieldErrors.map(({ path, message }) => `  ${path}: ${message}`);
    super(
      [
        `The import was refused: ${fieldErrors.length === 1 ? '1 fault' : `${fieldErrors.length} faults`}`,
        ...lines,
      ].join('\n'),
    );
    this.name = 'ImportRefused';
    this.fieldErrors = fieldErrors;
  }
}

/** Collects faults while a document is looked at. */
export type FieldErrors = { add(path: string, message: string): void; throwIfAny(): void };

export function collectFieldErrors(): FieldErrors {
  const fieldErrors: FieldError[] = [];
  return {
    add: (path, message) => fieldErrors.push({ path, message }),
    throwIfAny() {
      if (fieldErrors.length > 0) throw new ImportRefused(fieldErrors);
    },
  };
}

/** What zod found, with the paths in the spelling of the file. */
export const fieldErrorsOf = (error: z.ZodError): FieldError[] =>
  error.issues.map(({ path, message }) => ({
    path:
      path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
        .join('') || 'the file',
    message,
  }));
