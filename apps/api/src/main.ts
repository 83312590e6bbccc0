import './memory.ts';

/*
 * The API process, or the one above several of them. What it is made of is loaded only now: a module that is imported is
 * there before the first one runs.
 */

const { default: cluster } = await import('node:cluster');
const { exitFor, settingsOrExit } = await import('./settings-or-exit.ts');
if (cluster.isWorker) await import('./serve.ts');
else {
  const { demandKnownEndpoints } = await import('./known-endpoints.ts');
  const settings = settingsOrExit();
  await demandKnownEndpoints(settings).catch(exitFor);
  await import(settings.apiProcesses === 1 ? './serve.ts' : './several.ts');
}
