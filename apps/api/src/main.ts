import './memory.ts';

/*
 * The API process, or the one above several of them. What it is made of is loaded only now: a module that is imported is
 * there before the first one runs.
 */

const { default: cluster } = await import('node:cluster');
const { settingsOrExit } = await import('./settings-or-exit.ts');
const isOne = cluster.isWorker || settingsOrExit().apiProcesses === 1;
await import(isOne ? './serve.ts' : './several.ts');
