import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFactsPage, type Settings } from '@channel/settings';
import { type Values, valuesOf } from './values.ts';

const DOCS = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

/** The pages that are written by hand, in reading order: files of docs/partners. */
const WRITTEN = [
  'index',
  'quick-start',
  'clients',
  'authentication',
  'booking',
  'orders',
  'errors',
  'safe-retries',
  'reading',
  'prices',
  'dates-and-times',
  'webhooks',
] as const;

/** The pages for operators, in reading order: files of docs. The manual is first; the programs of a partner need none of them. */
const FOR_OPERATORS = ['operations', 'settings', 'postgres', 'webhooks', 'import', 'performance', 'growth'] as const;

/** A page of the documentation. */
export type Page = {
  /** Its file name without `.md`; other pages link to `<name>.md`. */
  readonly name: string;
  readonly address: string;
  /** The text of its first heading. */
  readonly title: string;
  readonly markdown: string;
};

/** Every page of the documentation, in reading order, with the values of this installation. */
export function pagesOf(settings: Settings): Page[] {
  const values = valuesOf(settings);
  return [
    ...WRITTEN.map((name) => pageOf(name, filled(readFileSync(join(DOCS, 'partners', `${name}.md`), 'utf8'), values))),
    pageOf('graphql', readFileSync(join(DOCS, 'graphql.md'), 'utf8')),
    pageOf('open-facts', openFactsPage()),
    pageOf('changelog', readFileSync(join(DOCS, 'changelog.md'), 'utf8')),
  ];
}

/** The pages for operators, in reading order. They hold nothing of this installation, and no secrets. */
export const operatorPages = (): Page[] =>
  FOR_OPERATORS.map((name, at) => {
    const page = pageOf(name, readFileSync(join(DOCS, `${name}.md`), 'utf8'));
    return { ...page, address: at === 0 ? '/docs/operators' : `/docs/operators/${name}` };
  });

/** A file beside the pages for operators, such as `alerts.yml`. */
export const monitoringFile = (name: string): Buffer => readFileSync(join(DOCS, 'monitoring', name));

function pageOf(name: string, markdown: string): Page {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`The page ${name} has no heading.`);
  return { name, address: name === 'index' ? '/docs' : `/docs/${name}`, title, markdown };
}

/** A text with its `{{names}}` replaced by values. Throws for an unknown name. */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The documentation uses {{${name}}}, which has no value.`);
    return value;
  });
}
