import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbedded } from '@channel/prisma/embedded';
import { root } from '../../set-up/project.mjs';
import { type Block, blocksOf, type Scene } from '../blocks.ts';
import { copyProject } from './copy-project.ts';
import { type Place, runScene } from './run-scene.ts';

type Commands = Partial<Pick<Place, 'replaced' | 'between' | 'after'>>;

/** The manual beside a copy of the project, on which its commands run. */
export type Manual = {
  blocks: readonly Block[];
  /** For what the scenes leave. */
  folder: string;
  project: string;
  /** The SQL of a scene, in the order of the page. */
  sqlOf(scene: Scene): string[];
  /** Runs a scene; of other blocks than those of the page if `of` is given. */
  run(
    scene: Scene,
    env: Record<string, string>,
    commands?: Commands,
    of?: readonly Block[],
  ): Promise<{ code: number | null; output: string }>;
  /** Deletes everything, also the embedded servers in these folders. */
  close(servers: readonly string[]): Promise<void>;
};

export function openManual(): Manual {
  const blocks = blocksOf(readFileSync(join(root, 'docs/operations.md'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'channel-manual-'));
  const project = join(folder, 'project');
  copyProject(project);
  return {
    ...{ blocks, folder, project },
    sqlOf: (scene) => blocks.filter((each) => each.language === 'sql' && each.scene === scene).map(({ code }) => code),
    run: (scene, env, commands = {}, of = blocks) =>
      runScene(of, scene, {
        ...{ project, folder, replaced: {}, ...commands },
        env: { MEDIA_DIR: join(folder, scene), ...env },
      }),
    async close(servers) {
      for (const name of servers) await discardEmbedded(join(folder, name));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that no program uses at the moment. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' && address ? address.port : 0);
}

export const freePorts = async () => ({ API_PORT: await freePort(), CONSOLE_PORT: await freePort() });
