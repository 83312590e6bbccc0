import { fail } from '../set-up/progress.mjs';
import { buildConsole } from './console-build.ts';

/* `node scripts/stack/build-console.ts`: builds the console unless it was built from the same sources. */
try {
  await buildConsole();
} catch (error) {
  fail(error);
}
process.disconnect?.();
