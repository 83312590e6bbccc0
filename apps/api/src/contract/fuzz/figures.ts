/** How often something was sent, and how often that succeeded. */
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

/** What came of all requests. */
export class Figures {
  requests = 0;
  readonly statuses = new Map<number, number>();
  readonly operations = new Map<string, Count>();
  /** Of the requests that were drawn one by one: neither those of walks nor those that look around. */
  readonly drawn = new Count();
  /** Orders that were booked and led to their end. */
  walks = 0;
  /** What was sent of late, for a shell; whoever reads it empties it before. */
  trail: string[] = [];

  add(operation: string, status: number): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const count = this.operations.get(operation) ?? new Count();
    this.operations.set(operation, count);
    count.add(isSuccess(status));
  }

  /** Operations of which no request succeeded. */
  get unreached(): string[] {
    return [...this.operations].flatMap(([name, { succeeded }]) => (succeeded === 0 ? [name] : []));
  }
}
