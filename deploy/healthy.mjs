import { globSync, statSync } from 'node:fs';

/*
 * `node deploy/healthy.mjs [ADDRESS | FOLDER]`: exits with 0 if the address answers with success, or if the archiver has written
 * to the repository in the folder in the last two minutes, for health checks of containers. Without either: whether the API of
 * this container answers.
 */
const LIMIT_MS = 2_000;
const OLDEST_MS = 120_000;
const checked = process.argv[2] ?? `http://127.0.0.1:${process.env.API_PORT || 4000}/healthz`;
try {
  if (checked.startsWith('/')) {
    const written = globSync('wal/*/status.json', { cwd: checked }).map(
      (file) => statSync(`${checked}/${file}`).mtimeMs,
    );
    if (Math.max(0, ...written) < Date.now() - OLDEST_MS)
      throw new Error('the archiver has written nothing in the last two minutes');
  } else {
    const { ok, status } = await fetch(checked, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' });
    if (!ok) throw new Error(`it answered ${status}`);
  }
} catch (error) {
  console.error(`${checked}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
