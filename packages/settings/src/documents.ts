import { listSettings } from './load.ts';
import { openFacts } from './open-facts/index.ts';

const HEADER = 'Generated from `packages/settings`; rebuild it with `npm run generate`.';

/** `docs/settings.md`: every setting with its default and its expected values. */
export function settingsDocument(): string {
  const rows = listSettings().map(({ name, kind, default: value, about, facts = [] }) => [
    `\`${name}\``,
    value === '' ? 'not set' : `\`${value}\``,
    about,
    kind.expected,
    facts.map((id) => `[${id}](open-facts.md#${id})`).join(', '),
  ]);
  return [
    '# Settings',
    '',
    'All settings are environment variables. All have a default or may be absent, except those that another one requires. An invalid value stops the start with a message that contains the variable and the expected value.',
    '',
    ...table(['Variable', 'Default', 'What it changes', 'Expected', 'Open fact'], rows),
    '',
    HEADER,
    '',
  ].join('\n');
}

/**
 * The open facts of the specification, with the choices of this server and the settings that change them; one anchor
 * per row.
 */
export function openFactsPage(): string {
  const settings = listSettings();
  const rows = openFacts.map(({ id, fact, choice, why }) => {
    const names = settings.filter((setting) => setting.facts?.includes(id)).map(({ name }) => `\`${name}\``);
    return [`<a id="${id}"></a>${id}`, fact, choice, names.join(', ') || 'not configurable', why];
  });
  return [
    '# Open facts',
    '',
    'The specification leaves these facts open. Partners should not rely on the choices of this installation; the OpenAPI document marks each place with `x-open-fact` and the id.',
    '',
    ...table(['Id', 'Open', 'What this server does', 'How to change it', 'Why'], rows),
    '',
  ].join('\n');
}

/** `docs/open-facts.md`. */
export const openFactsDocument = () => `${openFactsPage()}\n${HEADER}\n`;

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
