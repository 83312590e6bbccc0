import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, JobResult } from './connections.ts';

export type Driver = {
  run(job: Job): Promise<JobResult>;
  /** Ends the current load: no further request is sent. */
  end(): void;
  stop(): void;
};

/** Starts the process that loads servers. */
export async function startDriver(): Promise<Driver> {
  const child = fork(join(import.meta.dirname, 'driver.ts'), { serialization: 'advanced' });
  await once(child, 'message');
  return {
    async run(job) {
      child.send(job);
      const [message] = (await once(child, 'message')) as [{ result?: JobResult; error?: string }];
      if (!message.result) throw new Error(message.error);
      return message.result;
    },
    end: () => void child.send('end'),
    stop: () => void child.kill(),
  };
}
