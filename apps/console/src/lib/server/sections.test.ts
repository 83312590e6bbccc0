import { expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { prefetchPages, prefetchSection, together } from './sections.ts';

const answers = <Data>(data: Data) => ({ queryKey: [String(data)], queryFn: async () => data });
const refused = { queryKey: ['refused'], queryFn: () => Promise.reject(new Problem('not-found', 'There is none.')) };

it('has what the sections of a page show, and leaves out what is not found', async () => {
  const pages = { ...answers('pages'), initialPageParam: 1, getNextPageParam: () => undefined };
  const state = await together(prefetchSection(answers('one')), prefetchSection(refused), prefetchPages(pages));
  expect(state.queries.map(({ state: { data } }) => data)).toEqual(['one', { pages: ['pages'], pageParams: [1] }]);
});

it('does not wait for a section that is not answered, and ends its request', async () => {
  let ended: AbortSignal | undefined;
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    ended = signal;
    return new Promise<never>(() => {});
  };
  expect(await prefetchSection({ queryKey: ['slow'], queryFn })).toMatchObject({ queries: [] });
  expect(ended?.aborted).toBe(true);
});
