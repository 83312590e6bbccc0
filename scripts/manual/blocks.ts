import { type Sample, samplesOf } from '@channel/api/doc-samples';

/**
 * The scenes in which the commands of docs/operations.md run, each in a shell of its own; `after` names one whose commands
 * come first. A block belongs to the scene of its info string (`sh test=embedded`), or says why no test can run it
 * (`sh not-run=needs-a-container-engine`).
 */
const NAMES = [
  'embedded',
  'roles',
  'own',
  'programs',
  'settings',
  'backup',
  'backup-role',
  'guests',
  'audit',
  'return',
  'handing-over',
  'passwords',
  'stopped',
] as const;
export type Scene = (typeof NAMES)[number];
export const SCENES: Readonly<Record<Scene, { after?: Scene }>> = {
  embedded: {},
  roles: {},
  own: { after: 'roles' },
  programs: { after: 'roles' },
  settings: {},
  backup: { after: 'embedded' },
  'backup-role': { after: 'roles' },
  guests: { after: 'embedded' },
  audit: { after: 'roles' },
  return: {},
  'handing-over': { after: 'embedded' },
  passwords: { after: 'roles' },
  stopped: { after: 'embedded' },
};

const REASONS = [
  'needs-a-container-engine',
  'needs-systemd-as-process-1',
  'needs-several-machines',
  'needs-two-releases',
  'needs-pg_dump-of-the-same-version',
  'needs-two-versions-of-postgres',
];

export type Block = Pick<Sample, 'language' | 'code'> & { scene?: Scene; notRun?: string };

/** The commands of a page. @throws for a block without a scene or a known reason */
export function blocksOf(markdown: string): Block[] {
  return samplesOf(markdown).flatMap(({ language, marks, code }): Block[] => {
    if (language !== 'sh' && language !== 'sql') return [];
    const value = (name: string) => marks.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1);
    const [scene, notRun] = [value('test'), value('not-run')];
    if (scene !== undefined && isScene(scene)) return [{ language, code, scene }];
    if (notRun !== undefined && REASONS.includes(notRun)) return [{ language, code, notRun }];
    throw new Error(`A block has neither a scene (${NAMES.join(', ')}) nor a known reason:\n${code}`);
  });
}

const isScene = (name: string): name is Scene => Object.hasOwn(SCENES, name);

/** Scripts of `npm run` that a page names, in its blocks and in its text, but that do not exist. */
export function unknownCommands(markdown: string, known: readonly string[]): string[] {
  const named = [...markdown.matchAll(/\bnpm run (?:--?[\w-]+ )*([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !known.includes(name));
}

/** Files of this project that the commands of a page name, but that do not exist. */
export const unknownFiles = (blocks: readonly Block[], exists: (file: string) => boolean): string[] =>
  blocks
    .flatMap(({ code }) => [
      ...code.matchAll(/(?<![\w/.*}])(?:deploy|scripts|apps)\/[\w./-]+\.(?:mjs|ts|yml|env|sysusers)\b/g),
    ])
    .map(([file]) => file)
    .filter((file) => !exists(file));
