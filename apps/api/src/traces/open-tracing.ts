import type { Settings } from '@channel/settings';
import type { Logger } from 'pino';
import type { Tracing } from './tracing.ts';

/** Opens the sender; undefined where the settings name no collector: its modules are not loaded then. */
export async function openTracing(name: string, settings: Settings, log: Logger): Promise<Tracing | undefined> {
  if (settings.tracesEndpoint === null) return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(name, settings, log);
}
