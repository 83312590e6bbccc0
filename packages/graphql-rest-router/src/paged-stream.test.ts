import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ExportPage, pagedStream } from './paged-stream.ts';

/** Larger than what a stream keeps for a reader that has not come yet. */
const LARGE = 'x'.repeat(100_000);

async function* pages(...all: (ExportPage | Error)[]): AsyncGenerator<ExportPage> {
  for (const page of all) {
    if (page instanceof Error) throw page;
    yield page;
  }
}

function streamed(all: AsyncGenerator<ExportPage>) {
  const notes: [rows: number, end?: { error?: unknown }][] = [];
  const body = pagedStream(all, (...note) => notes.push(note));
  const text = async () => {
    let read = '';
    for await (const chunk of body) read += chunk;
    return read;
  };
  return { notes, body, text };
}

describe('a stream of pages', () => {
  it('has them in order, and notes their rows and the end', async () => {
    const { notes, text } = streamed(
      pages({ text: 'a', rows: 1 }, { text: '', rows: 0 }, { text: Buffer.from('b'), rows: 2 }),
    );
    expect(await text()).toBe('ab');
    expect(notes).toEqual([[1], [3], [3, {}]]);
  });

  it('is cut off by an error, and notes it; an error that a page tells ends it as usual', async () => {
    const error = new Error('lost');
    const cut = streamed(pages({ text: 'a', rows: 1 }, error));
    await expect(cut.text()).rejects.toThrow('lost');
    expect(cut.notes).toEqual([[1], [1, { error }]]);
    const shown = streamed(pages({ text: 'a', rows: 1 }, { text: 'lost', rows: 0, error }));
    expect(await shown.text()).toBe('alost');
    expect(shown.notes.at(-1)).toEqual([1, { error }]);
  });

  it('reads no page before the client wants it, and ends the pages where the client leaves', async () => {
    let read = 0;
    let isEnded = false;
    async function* counted(): AsyncGenerator<ExportPage> {
      try {
        for (; ; read += 1) yield { text: LARGE, rows: 1 };
      } finally {
        isEnded = true;
      }
    }
    const { notes, body } = streamed(counted());
    await new Promise((resolve) => body.once('readable', resolve));
    await sleep(20);
    expect(read).toBeLessThan(3);
    body.destroy();
    await expect.poll(() => isEnded).toBe(true);
    expect(notes.filter(([, end]) => end)).toEqual([]);
  });
});
