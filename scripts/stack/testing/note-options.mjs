import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';

/* Loaded by `--import`: writes which options a program reads by `parseArgs` into the file OPTIONS_FILE. */

const { parseArgs } = util;
util.parseArgs = (config) => {
  writeFileSync(process.env.OPTIONS_FILE ?? '', JSON.stringify(Object.keys(config?.options ?? {})));
  return parseArgs(config);
};
syncBuiltinESMExports();
