import './memory.ts';

/*
 * The API process, or the primary process of several. Its modules are loaded dynamically, because static imports would
 * be loaded before the memory flags are set.
 */

const { default: cluster } = await import('node:cluster');
const { exitFor, settingsOrExit } = await import('./settings-or-exit.ts');
if (cluster.isWorker) await import('./serve.ts');
else {
  const { checkEndpointPermissions } = await import('./known-endpoints.ts');
  const settings = settingsOrExit();
  await checkEndpointPermissions(settings).catch(exitFor);
  await import(settings.apiProcesses === 1 ? './serve.ts' : './several.ts');
}
