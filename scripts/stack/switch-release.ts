import { setTimeout as sleep } from 'node:timers/promises';
import { Explained, note, step } from '../set-up/progress.mjs';
import { run } from '../set-up/run.mjs';
import { lead, releaseOf } from './release-link.ts';
import type { Switching } from './upgrade-options.ts';

const PAUSE = 200;
/** Milliseconds for one answer. */
const ANSWER_LIMIT = 2_000;
/** Milliseconds for the restart: several programs may drain one after another. */
const RESTART_LIMIT = 900_000;

/**
 * Runs the programs from another folder.
 *
 * @throws {Explained} if they are not ready there; then the release before runs again, or the message says that it does not
 */
export async function switchRelease(switching: Switching, folder: string): Promise<void> {
  const before = releaseOf(switching.link);
  try {
    await startFrom(switching, folder);
  } catch (error) {
    if (!(error instanceof Explained) || before === folder) throw error;
    note(`${error.message.split('\n', 1)[0]} Returning to ${before}`);
    const begun = performance.now();
    await startFrom(switching, before).catch((second) => {
      throw new Explained(`Neither release is ready.\n${error.message}\nThen, in ${before}: ${second.message}`);
    });
    const seconds = Math.ceil((performance.now() - begun) / 1_000);
    throw new Explained(`${error.message}\nThe release in ${before} runs again, after ${seconds} s.`);
  }
}

async function startFrom({ link, restart, ready, seconds }: Switching, folder: string): Promise<void> {
  lead(link, folder);
  await step(`Restarting the programs from ${folder}`, () =>
    run('The restart', '/bin/sh', ['-c', restart], process.env, RESTART_LIMIT),
  );
  const late = performance.now() + seconds * 1_000;
  for (const address of ready) {
    let last = '';
    while (!last.startsWith('200')) {
      if (performance.now() > late) throw new Explained(`${address} is not ready after ${seconds} s: ${last}.`);
      last = await statusOf(address);
      if (!last.startsWith('200')) await sleep(PAUSE);
    }
  }
}

/** The status of an answer, or why there is none. */
const statusOf = (address: string): Promise<string> =>
  fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT), redirect: 'manual' }).then(
    async (answer) => `${answer.status} ${(await answer.text()).slice(0, 200)}`.trim(),
    () => 'no answer',
  );
