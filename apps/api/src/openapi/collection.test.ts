import { Script } from 'node:vm';
import { loadSettings } from '@channel/settings';
import { describe, expect, it } from 'vitest';
import { collectionOf } from './collection.ts';
import { BOOK_AN_ORDER } from './collection-walk.ts';
import { apiDocument } from './document.ts';

const servers = [{ url: 'https://channel.test/' }];
const document = apiDocument(loadSettings({}), { servers });

type Item = {
  name: string;
  request: { method: string; url: { raw: string }; auth?: { type: string }; body?: { raw: string } };
  event?: { script: { exec: string[] } }[];
};
const collection = collectionOf(document) as {
  variable: { key: string; value: string }[];
  item: { name: string; item: Item[] }[];
};
const [walk, ...folders] = collection.item;

describe('the collection', () => {
  it('holds every call of the document in the order of its groups, once', () => {
    const { paths, tags } = document as { paths: Record<string, object>; tags: { name: string }[] };
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'x-query')
        .map((method) => `${method.toUpperCase()} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, '{{$1}}')}`),
    );
    const held = folders.flatMap(({ item }) => item.map(({ request: { method, url } }) => `${method} ${url.raw}`));
    expect(held.sort()).toEqual(calls.sort());
    const named = tags.map(({ name }) => name).filter((name) => name !== 'Webhooks');
    expect(folders.map(({ name }) => name)).toEqual(named);
  });

  it('gives every variable an initial value or a step that sets it, and has scripts that parse', () => {
    const text = JSON.stringify(collection.item);
    const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    const known = new Map(collection.variable.map(({ key, value }) => [key, value]));
    expect(known.get('baseUrl')).toBe('https://channel.test');
    const scripts = (walk?.item ?? []).flatMap(({ event = [] }) => event.map(({ script }) => script.exec.join('\n')));
    for (const name of used) {
      const kept = scripts.some((script) => script.includes(`set('${name}'`));
      const isSet = known.has(String(name)) && (kept || known.get(String(name)) !== '');
      expect(isSet, `${name} needs an initial value that is not empty in VARIABLES of collection-walk.ts`).toBe(true);
    }
    expect(scripts).toHaveLength(BOOK_AN_ORDER.length);
    for (const script of scripts) expect(() => new Script(`(function () {${script}\n})`)).not.toThrow();
  });

  it('adds credentials to no public call, and an example to every body', () => {
    const all = collection.item.flatMap(({ item }) => item);
    const open = all.filter(({ request }) => request.auth?.type === 'noauth').map(({ request }) => request.url.raw);
    expect([...new Set(open)].sort()).toEqual([
      '{{baseUrl}}/v1/destinations',
      '{{baseUrl}}/v1/tokens',
      '{{baseUrl}}/v1/tokens/{{token}}',
    ]);
    const calls = Object.values((document as { paths: Record<string, object> }).paths).flatMap((item) =>
      Object.entries(item).flatMap(([method, { summary, requestBody }]) =>
        requestBody !== undefined && !['get', 'x-query'].includes(method)
          ? [`${summary} (${method.toUpperCase()})`]
          : [],
      ),
    );
    const withBody = folders.flatMap(({ item }) => item).filter(({ request }) => request.body !== undefined);
    expect(withBody.map(({ name }) => name).sort()).toEqual(calls.sort());
  });
});
