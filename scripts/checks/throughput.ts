import { join } from 'node:path';
import { environment, root } from '../set-up/project.mjs';
import { runVisibly } from '../set-up/run.mjs';
import { type Result, verdict } from './result.ts';

/**
 * Prints the throughput of webhooks (`npm run bench:webhooks`). Fails when some never arrive, not when they are slow.
 */
export async function webhookThroughput(): Promise<Result> {
  const script = join(root, 'apps/api/src/events/testing/bench-webhooks.ts');
  const code = await runVisibly(process.execPath, [script], { env: environment() });
  return verdict('webhook throughput', code === 0 ? undefined : 'Not every webhook arrived.');
}
