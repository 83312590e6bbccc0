/** A backup or a restore can't be done; the message is one line for the operator: what is wrong, and what to do. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of the system or of Postgres that an error or one of its causes has. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

/** An error with a code of Postgres, to be the cause of another one. */
export const withCode = (code: string): Error => Object.assign(new Error(code), { code });

/** An error of the file system as one line that names the folder or file; any other error as it is. */
export function explainFiles(error: unknown, what: string): unknown {
  const code = codeOf(error);
  if (error instanceof BackupError || code === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`The disk of ${what.replace(/^The /, 'the ')} is full`, { cause: error });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EIO', 'EXDEV', 'EBUSY', 'ESTALE'].includes(code)) {
    return new BackupError(`${what}: ${messageOf(error)}`, { cause: error });
  }
  return error;
}
