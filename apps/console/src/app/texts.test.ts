import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUES } from '#lib/texts.ts';

const SOURCES = join(import.meta.dirname, '..');
const IMPORTS = /(?:from |import\(|import )'([#.][^']+)'/g;

/** The files of the console that a file loads, also later. The imports of a file that `ends` holds for are not followed. */
function loadedBy(file: string, ends: (file: string) => boolean = () => false, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return seen;
  seen.add(file);
  if (ends(file)) return seen;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
    loadedBy(name.startsWith('#') ? join(SOURCES, name.slice(1)) : join(dirname(file), name), ends, seen);
  }
  return seen;
}

const folders = Object.entries(CATALOGUES).flatMap(([area, own]) => own.map((folder) => ({ area, folder })));

/** The catalogue that has the texts of a file. */
function catalogueOf(file: string): string {
  const own = folders.filter(({ folder }) => file.startsWith(`${join(SOURCES, 'features', folder)}/`));
  return own.sort((one, other) => other.folder.length - one.folder.length)[0]?.area ?? 'common';
}

/** The catalogues of the files with texts that a file loads. */
function needed(file: string): string[] {
  const withTexts = [...loadedBy(file)].filter((each) => readFileSync(each, 'utf8').includes("/macro'"));
  return [...new Set(withTexts.map(catalogueOf))].filter((area) => area !== 'common');
}

/** The catalogues of the layouts above a file. */
function given(file: string): string[] {
  const layouts: string[] = [];
  for (let folder = dirname(file); folder !== SOURCES; folder = dirname(folder))
    layouts.push(join(folder, 'layout.tsx'));
  return layouts
    .filter((layout) => existsSync(layout))
    .flatMap((layout) => /<Texts of=\{\[(.*?)\]\}/.exec(readFileSync(layout, 'utf8'))?.[1] ?? '')
    .flatMap((areas) => [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area));
}

const pages = globSync('app/**/{page,loading,error,layout,not-found}.tsx', { cwd: SOURCES }).sort();

it.each(pages)('%s has the catalogues of all that it shows', (page) => {
  const file = join(SOURCES, page);
  expect(given(file)).toEqual(expect.arrayContaining(needed(file)));
});

const isClient = (file: string) => readFileSync(file, 'utf8').startsWith("'use client'");

it.each(pages)('%s takes texts of the provider in client components alone', (page) => {
  const onServer = [...loadedBy(join(SOURCES, page), isClient)].filter((file) => !isClient(file));
  expect(onServer.filter((file) => readFileSync(file, 'utf8').includes("'@lingui/react/macro'"))).toEqual([]);
});

const TEXT = /(?:^msgctxt "(?<context>.*)"\n)?^msgid "(?<id>.+)"\n^msgstr "(?<text>.*)"$/gm;

/** The translations of each text in a language, by catalogue. */
function translationsIn(language: string): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const file of globSync(`texts/*/${language}.po`, { cwd: SOURCES }))
    for (const { groups } of readFileSync(join(SOURCES, file), 'utf8').matchAll(TEXT)) {
      const { context = '', id = '', text = '' } = groups ?? {};
      const ofText = found.get(`${context}|${id}`) ?? new Map<string, string[]>();
      ofText.set(text, [...(ofText.get(text) ?? []), dirname(file)]);
      found.set(`${context}|${id}`, ofText);
    }
  return found;
}

it.each(['en', 'nl', 'de'])('a text has one translation in %s, whichever catalogue is loaded', (language) => {
  // The server has loaded all catalogues, a browser some of them: they would show different texts.
  const found = [...translationsIn(language)];
  expect(found.length).toBeGreaterThan(1_000);
  expect(found.filter(([, ofText]) => ofText.size > 1)).toEqual([]);
});
