import { loadSettings } from '@channel/settings';
import { stopOwn } from './database.ts';
import { runningStack } from './single.ts';

/* After a `kill -9` of the stack its programs end automatically, and this program stops its Postgres. */

const settings = loadSettings(process.env);
if (runningStack(settings) === undefined) await stopOwn(settings);
