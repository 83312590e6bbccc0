import { expect, it } from 'vitest';
import { createPrisma } from './client.ts';
import { testDatabase } from './testing/index.ts';

it('connects to nothing once it was disconnected, whatever is asked then', async () => {
  const { connectionString, drop } = await testDatabase();
  const db = createPrisma({ connectionString });
  try {
    await db.order.count();
    await db.$disconnect();
    await expect(db.order.count()).rejects.toThrow('The client was disconnected.');
  } finally {
    // Fails where a connection was left open.
    await drop();
  }
});
