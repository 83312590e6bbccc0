import { type Job, run } from './connections.ts';

/* The process that loads a server: it does nothing else, so that it does not measure its own load. */

let ending = new AbortController();
process.on('message', (message: Job | 'end') => {
  if (message === 'end') return ending.abort();
  ending = new AbortController();
  run(message, ending.signal).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
