import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFactories, testDatabase } from '@channel/prisma/testing';
import { expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';

/* What a command prints can be used by another one: what it does before, such as migrating, is no part of its output. */

it('prints nothing but the output of the command', { timeout: 180_000 }, async () => {
  const database = await testDatabase();
  try {
    const { username } = await createFactories(database.db).userWith(['administration']);
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: database.connectionString,
      SECRET_KEY: 'the key of a test, 32 letters and more',
    };
    const command = [join(root, 'scripts/stack/command.ts'), 'service-account', 'list', '--as', username];
    const { stdout, stderr } = await promisify(execFile)(ownNode, command, { env });
    expect(stderr).toContain('Migrating the database');
    expect(stdout).toBe('There are no service accounts yet.\n');
  } finally {
    await database.drop();
  }
});
