import { DatabaseClock } from './database-clock.ts';

/**
 * The clock of a command: that of Postgres as of now, going on by the steady clock of the machine. While Postgres does not
 * answer it is the machine's, which `note` is given a line about, as about a difference between the two.
 *
 * @param postgres reads the clock of Postgres
 * @param machine the clock of the machine
 */
export async function commandClock(
  postgres: () => Promise<Date>,
  note: (line: string) => void,
  machine: () => Date = () => new Date(),
): Promise<() => Date> {
  const time = new DatabaseClock(postgres, { info: () => {}, warn: note }, { wall: () => machine().getTime() });
  await time.read();
  if (time.offset === undefined) note('Postgres does not answer: this command goes by the clock of this machine');
  return time.now;
}
