import { exchangeCrewLink } from '@channel/auth';
import type { TestDatabase } from '@channel/prisma/testing';
import { createWorld } from '@channel/webhooks/testing';
import type { JobHelpers } from 'graphile-worker';
import type { Logger } from 'pino';
import { mailTasks } from '../../jobs/mail.ts';
import { sendAs, testServices } from '../../jobs/testing/services.ts';

const SEND =
  'mutation ($p: SafeInt!, $o: SafeInt!) { access: sendCrewLink(personId: $p, organizationId: $o) { access { lastMail { state } } } }';

/** Staff and drivers, the mail to them, and a worker's task with a clock that the test sets. */
export async function mailScene(database: TestDatabase, log: Logger, env: Record<string, string>) {
  const { db } = database;
  const world = createWorld(db);
  let now = new Date();
  const services = {
    ...testServices(database, { MAIL_FROM: 'Canal Tours <desk@example.com>', ...env }),
    clock: () => now,
  };
  const staff = await world.userWith(['orders.view-all', 'console.access']);
  const { organizationId } = (await db.role.findFirst({ where: { users: { some: { userId: staff.id } } } })) ?? {};
  const o = organizationId ?? 0;
  const task = mailTasks(services, log)['send-mail'];

  return {
    db,
    services,
    staff,
    organizationId: o,
    now: () => now,
    later: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1_000);
    },
    driver: () => world.userWith(['transfers.drive']),
    /** Sends a link by the mutation. Returns the id of the mail. */
    send: async (personId: number): Promise<number> => {
      await sendAs(services, staff.id, SEND, { p: personId, o });
      return (await db.mail.findFirstOrThrow({ where: { userId: personId }, orderBy: { id: 'desc' } })).id;
    },
    /** Sends any other operation as staff. */
    ask: (text: string, personId: number) => sendAs(services, staff.id, text, { p: personId, o }),
    /** Runs the job of a mail, with another key where the test gives one. */
    work: async (mailId: number, secretKey = services.settings.secretKey) => {
      const run = secretKey === services.settings.secretKey ? task : other(secretKey);
      // The task uses nothing of the queue.
      await run?.({ mailId }, {} as JobHelpers);
    },
    mail: (id: number) => db.mail.findUniqueOrThrow({ where: { id } }),
    /** When the queue will run the job of a mail. */
    dueAt: async (id: number) => {
      const key = `send-mail:${id}`;
      const [job] = await db.$queryRaw<
        { at: Date }[]
      >`SELECT run_at AS at FROM graphile_worker.jobs WHERE key = ${key}`;
      return job?.at;
    },
    exchange: (secret: string) => exchangeCrewLink(db, { secret, caller: { address: null } }, now, services.settings),
  };

  function other(secretKey: string | null) {
    return mailTasks({ ...services, settings: { ...services.settings, secretKey } }, log)['send-mail'];
  }
}

export type MailScene = Awaited<ReturnType<typeof mailScene>>;
