import { execFileSync } from 'node:child_process';

const isThere = (): boolean => {
  try {
    execFileSync('psql', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Installs psql where that is possible. @throws with what is missing */
export function requirePsql(): void {
  if (isThere()) return;
  if (process.getuid?.() === 0) {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-client'], { stdio: 'ignore' });
  }
  if (!isThere()) throw new Error('This test needs `psql`: apt-get install -y postgresql-client');
}
