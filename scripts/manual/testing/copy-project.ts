import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../set-up/project.mjs';

/** What a set-up has made, and the next one keeps. */
const MADE = ['node_modules', 'apps/console/node_modules', 'prisma/src/generated', 'apps/console/.next'];

/** Copies the project as it is, with what is installed and built. Packages are hard links where that is possible. */
export function copyProject(target: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of list.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file), { verbatimSymlinks: true });
  }
  for (const folder of MADE.filter((each) => existsSync(join(root, each)))) {
    const [from, to] = [join(root, folder), join(target, folder)];
    try {
      execFileSync('cp', [folder.endsWith('modules') ? '-al' : '-a', from, to], { stdio: 'ignore' });
    } catch {
      execFileSync('cp', ['-a', from, dirname(to)]);
    }
  }
}
