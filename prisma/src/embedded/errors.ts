/** Postgres could not be started; the message is one line for the user at the terminal. */
export class PostgresStartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PostgresStartError';
  }
}
