import { dehydrate, hydrate, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createRefresher, type Topic } from './topics.ts';

type Request = { read: () => void; signal: AbortSignal };

/** A shown query whose server is read when the test says so. */
function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { value: 0 };
  const requests: Request[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<number>((resolve, reject) => {
      const value = server.value;
      requests.push({ read: () => resolve(value), signal });
      signal.addEventListener('abort', reject);
    });
  const observer = new QueryObserver(client, { queryKey: ['orders'], queryFn, meta: { live: ['orders'] } });
  observer.subscribe(() => {});
  return { refresher: createRefresher(client), server, requests, data: () => observer.getCurrentResult().data };
}

it('repeats a request that had read before the update, also the first one', async () => {
  const { refresher, server, requests, data } = shown();
  server.value = 1;
  refresher.markChanged('orders');
  requests[0]?.read();
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.read();
  await expect.poll(data).toBe(1);
  refresher.stop();
});

it('lets a slow request end, however many updates arrive meanwhile', async () => {
  const { refresher, requests, data } = shown();
  vi.useFakeTimers();
  try {
    for (let updates = 0; updates < 5; updates += 1) {
      refresher.markChanged('orders');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([false]);
    requests[0]?.read();
    await vi.advanceTimersByTimeAsync(0);
    expect(data()).toBe(0);
    expect(requests).not.toHaveLength(1);
  } finally {
    vi.useRealTimers();
    refresher.stop();
  }
});

it('gives up requests from before the connection was lost', async () => {
  const { refresher, server, requests, data } = shown();
  server.value = 1;
  const refreshed = refresher.markAllChanged({ isAgain: true });
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[1]?.read();
  await refreshed;
  expect(data()).toBe(1);
  refresher.stop();
});

it('reads again what a page brings that was read before an update', async () => {
  const read = async (topic: Topic) => {
    const other = new QueryClient();
    await other.prefetchQuery({ queryKey: [topic], queryFn: () => 'old', meta: { live: [topic] } });
    return dehydrate(other, { shouldDehydrateQuery: () => true });
  };
  const [changed, unchanged] = [await read('order:1'), await read('order:2')];
  const client = new QueryClient();
  const refresher = createRefresher(client);
  refresher.markChanged('order:1');
  for (const state of [changed, unchanged]) hydrate(client, state);
  const isInvalidated = (topic: Topic) => client.getQueryState([topic])?.isInvalidated;
  await expect.poll(() => isInvalidated('order:1')).toBe(true);
  expect(isInvalidated('order:2')).toBe(false);
  refresher.stop();
});
