import { tryLock } from '../repository/lock.ts';

/* A process that takes a lock whenever its parent sends the folder, and releases it at the next message. */

let lock: Awaited<ReturnType<typeof tryLock>>;
process.on('message', async (folder) => {
  await lock?.release();
  lock = typeof folder === 'string' && folder !== '' ? await tryLock(folder, 'archiver') : undefined;
  process.send?.(lock !== undefined);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
