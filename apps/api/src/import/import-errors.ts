import type { z } from 'zod';

/** A violation in an import file, and its path, for example `products[2].city`. */
export type FieldError = { path: string; message: string };

/** The file was refused and nothing of it was written. The message lists every field error. */
export class ImportRefused extends Error {
  readonly fieldErrors: readonly FieldError[];
  constructor(fieldErrors: readonly FieldError[]) {
    const lines = fieldErrors.map(({ path, message }) => `  ${path}: ${message}`);
    super(
      [
        `The import was refused: ${fieldErrors.length === 1 ? '1 error' : `${fieldErrors.length} errors`}`,
        ...lines,
      ].join('\n'),
    );
    this.name = 'ImportRefused';
    this.fieldErrors = fieldErrors;
  }
}

/** Collects field errors while a document is checked. */
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

/** The violations that zod reports, with paths in the format of the import file. */
export const fieldErrorsOf = (error: z.ZodError): FieldError[] =>
  error.issues.map(({ path, message }) => ({
    path:
      path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
        .join('') || 'the file',
    message,
  }));
