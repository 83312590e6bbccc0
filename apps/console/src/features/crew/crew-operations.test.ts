import { expect, it, vi } from 'vitest';
import { readDay } from './crew-operations.ts';

it('reads the jobs in the language of the page', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'nl' }, hidden: false });
  const fetched = vi.fn(async (..._sent: Parameters<typeof fetch>) =>
    Response.json({ data: { crewDay: { jobs: [] } } }),
  );
  vi.stubGlobal('fetch', fetched);
  expect(await readDay()).toEqual({ jobs: [] });
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-lang': 'nl' });
  vi.unstubAllGlobals();
});
