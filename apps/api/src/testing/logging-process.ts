import { loadSettings } from '@channel/settings';
import { openLog } from '../log.ts';
import { SECRET_KEY } from './start-server.ts';

/* A program that logs a given number of lines in a given form, and reports when it is done. */

const LINES = Number(process.argv[2]);
const LOG_FORMAT = process.argv[3];

const log = openLog('logging', loadSettings({ SECRET_KEY, LOG_FORMAT }));
for (let line = 0; line < LINES; line += 1) {
  log.info({ text: 'x'.repeat(200) }, `line ${line}`);
  if (line % 100 === 0) await new Promise(setImmediate);
}
process.send?.({ written: LINES });
process.on('message', (how) => {
  log.info('the last line');
  if (how === 'end gracefully') log.flush(() => process.exit(0));
  else process.exit(0);
});
