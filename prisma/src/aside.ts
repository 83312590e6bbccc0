/** Leaves a place among the requests in progress to others while something else is waited for. */
export type Aside = <Result>(wait: () => Promise<Result>) => Promise<Result>;
