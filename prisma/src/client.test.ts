import { expect, it } from 'vitest';
import { createPrisma } from './client.ts';
import { testDatabase } from './testing/index.ts';

it('opens no connection after it was disconnected', async () => {
  const { connectionString, drop } = await testDatabase();
  const db = createPrisma({ connectionString });
  try {
    await db.order.count();
    await db.$disconnect();
    await expect(db.order.count()).rejects.toThrow('The client was disconnected.');
  } finally {
    // Fails if a connection is still open.
    await drop();
  }
});

it('logs once that an idle connection was lost', async () => {
  const { connectionString, drop } = await testDatabase();
  const notified: unknown[] = [];
  const db = createPrisma({ connectionString, log: (...line) => notified.push(...line) });
  const other = createPrisma({ connectionString });
  try {
    await db.order.count();
    await other.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'`;
    await expect.poll(() => notified).not.toEqual([]);
    await db.order.count();
    expect(notified).toEqual([expect.stringMatching(/^A database connection was lost: [^\n]+$/)]);
  } finally {
    await db.$disconnect();
    await other.$disconnect();
    await drop();
  }
});
