/** A reason, in one line for the person at the terminal, why Postgres could not be started. */
export class PostgresStartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PostgresStartError';
  }
}
