/** How often requests were sent, and how many of them succeeded. */
export class Count {
  sent = 0;
  succeeded = 0;

  get rate(): number {
    return this.succeeded / this.sent;
  }

  add(isSuccessful: boolean): void {
    this.sent += 1;
    if (isSuccessful) this.succeeded += 1;
  }
}

export const isSuccess = (status: number) => status < 300 || status === 304;

/** The statistics of all requests. */
export class Figures {
  requests = 0;
  readonly statuses = new Map<number, number>();
  readonly operations = new Map<string, Count>();
  /** Only for requests that were drawn one by one, without those of walks and of `lookAround`. */
  readonly drawn = new Count();
  /** Orders that were booked and taken through a whole walk. */
  walks = 0;
  /** The latest requests as shell commands; the reader clears it before. */
  trail: string[] = [];

  add(operation: string, status: number): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const count = this.operations.get(operation) ?? new Count();
    this.operations.set(operation, count);
    count.add(isSuccess(status));
  }

  /** Operations without a successful request. */
  get unreached(): string[] {
    return [...this.operations].flatMap(([name, { succeeded }]) => (succeeded === 0 ? [name] : []));
  }
}
