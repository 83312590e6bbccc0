import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loggerOn } from './steady-runner.ts';

it('logs a failed UNLISTEN on a lost connection at debug level, and other errors as errors', () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const error = new Error('Connection terminated');
  const queue = loggerOn(log);
  queue.error(`Error occurred attempting to UNLISTEN: ${error}`, { error });
  queue.error('A job was lost', { error });
  expect(lines.map(({ level, msg, ...rest }) => [level, msg.slice(0, 10), 'err' in rest])).toEqual([
    [20, 'Error occu', false],
    [50, 'A job was ', true],
  ]);
});
