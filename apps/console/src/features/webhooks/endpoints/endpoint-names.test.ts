import { describe, expect, it } from 'vitest';
import { endpointNames } from './endpoint-names.ts';

describe('endpointNames', () => {
  it('adds the address to endpoints with the same description', () => {
    const names = endpointNames([
      { id: 1, url: 'https://a.example/hook', description: 'Till' },
      { id: 2, url: 'https://b.example/', description: 'Till' },
      { id: 3, url: 'https://c.example/hook', description: 'Warehouse' },
      { id: 4, url: 'https://d.example/', description: '' },
      { id: 5, url: 'http://e.example/hook', description: '' },
    ]);
    expect([...names]).toEqual([
      [1, 'Till (a.example/hook)'],
      [2, 'Till (b.example)'],
      [3, 'Warehouse'],
      [4, 'd.example'],
      [5, 'e.example/hook'],
    ]);
  });
});
