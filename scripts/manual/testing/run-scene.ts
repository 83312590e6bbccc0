import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, SCENES, type Scene } from '../blocks.ts';

/**
 * `npm start` stays in the foreground of its terminal: here it runs until it says that it works, and the next commands are those
 * of another terminal. At the end it is stopped as the manual says.
 */
const TERMINALS = `
set -euo pipefail
npm() {
  if [ "$*" != start ]; then command npm "$@"; return; fi
  command npm start > "$OUTPUT" 2>&1 &
  local npm=$!
  until grep -q 'Ctrl-C stops everything' "$OUTPUT"; do
    kill -0 $npm || { cat "$OUTPUT" >&2; return 1; }
    sleep 0.2
  done
  STARTED=$(sed -n 's/.*\`kill \\([0-9]*\\)\`.*/\\1/p' "$OUTPUT")
}
finish() {
  code=$?
  trap - EXIT
  if [ -n "\${STARTED-}" ]; then kill "$STARTED" || true; while kill -0 "$STARTED" 2>/dev/null; do sleep 0.2; done; fi
  for job in $(jobs -p); do kill "$job" 2>/dev/null || true; done
  wait
  exit $code
}
trap finish EXIT
`;

export type Place = {
  /** A copy of the project. */
  project: string;
  /** For what the scene leaves. */
  folder: string;
  env: Record<string, string>;
  /** Parts of the printed commands that are others on this machine, such as addresses. */
  replaced: Readonly<Record<string, string>>;
  /** Commands of the test between those of the scene that comes first and its own. */
  between?: string;
  /** Commands of the test at the end. */
  after?: string;
};

/** The script of a scene: its blocks in the order of the page, after those of the scene that it needs. */
export function scriptOf(
  blocks: readonly Block[],
  scene: Scene,
  { replaced, between = '', after = '' }: Pick<Place, 'replaced' | 'between' | 'after'>,
): string {
  const of = (name: Scene) =>
    blocks.filter((block) => block.scene === name && block.language === 'sh').map(({ code }) => code);
  const first = SCENES[scene].after;
  const printed = [...(first ? of(first) : []), between, ...of(scene), after].join('\n');
  return Object.entries(replaced).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The commands of ${scene} have no "${from}".`);
    return text.replaceAll(from, to);
  }, printed);
}

/** Runs the commands of a scene. @returns its exit code, and what it printed */
export async function runScene(
  blocks: readonly Block[],
  scene: Scene,
  { project, folder, env, ...commands }: Place,
): Promise<{ code: number | null; output: string }> {
  const file = join(folder, `${scene}.sh`);
  writeFileSync(file, `${TERMINALS}\n${scriptOf(blocks, scene, commands)}\n`);
  const started = join(folder, `${scene}.log`);
  const child = spawn('bash', [file], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, OUTPUT: started, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}
