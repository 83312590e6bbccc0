import { DatabaseBusy } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { FastifyInstance } from 'fastify';
import { ClientMemory } from './client-memory.ts';

const EVERY_MS = 1_000;

const busy = () => new DatabaseBusy(undefined, 'The memory for clients is used up, please try again');

/**
 * Bounds the memory that clients make the server keep, on every route that is published after this call. If there is no
 * memory for a body, it is refused before it is read and before its caller is authenticated; a body of unknown length
 * is refused while it arrives.
 */
export function boundMemory(
  app: FastifyInstance,
  settings: Pick<Settings, 'clientMemoryMegabytes' | 'bodyLimitKilobytes'>,
) {
  const max = settings.clientMemoryMegabytes * 1_048_576;
  const bodyLimit = settings.bodyLimitKilobytes * 1_024;
  if (max === 0) return;
  const memory = new ClientMemory({
    max,
    onCut: (unsent) => app.log.info({ unsent }, 'an answer was cut because its client did not read it'),
  });
  const sweeps = setInterval(() => memory.sweep(), EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(sweeps));

  app.addHook('onRequest', ({ headers, ip }, { raw }, done) => {
    memory.begin(raw, ip);
    const length = Number(headers['content-length'] ?? 0);
    // A larger body is a 413 and is never read.
    done(length <= bodyLimit && !memory.reserve(raw, length) ? busy() : undefined);
  });

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      let length = 0;
      const count = (chunk: Buffer) => {
        length += chunk.length;
        if (length > bodyLimit) payload.off('data', count);
        else if (!memory.reserve(reply.raw, length)) {
          payload.off('data', count);
          // The error ends the reader of the body; the rest of the body is discarded.
          payload.emit('error', busy());
        }
      };
      // Reading begins in the same tick, so both listeners receive the whole body.
      payload.on('data', count);
    }
    done(null, payload);
  });
}
