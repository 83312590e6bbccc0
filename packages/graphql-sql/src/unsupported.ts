/** A construct that the compiler can't translate to SQL; normal execution then runs the operation. */
export class Unsupported extends Error {
  readonly reason: string;
  /** The selected field that can't be compiled, as `Type.field`; undefined where the whole operation is the reason. */
  readonly field: string | undefined;

  constructor(reason: string, field?: string) {
    super(field === undefined ? reason : `${field}: ${reason}`);
    this.reason = reason;
    this.field = field;
  }
}

/** Compiles a field, so that a refusal names the innermost field that has the reason. */
export function compiledField<T>(field: string, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (error instanceof Unsupported && error.field === undefined) throw new Unsupported(error.reason, field);
    throw error;
  }
}
