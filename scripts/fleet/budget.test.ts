import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiConnections, workerConnections } from '@channel/api/connections';
import { loadSettings } from '@channel/settings';
import { expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';

const LEADER = 'postgres://programs@localhost/channel';
const most = (env: Record<string, string>) => {
  const settings = loadSettings(env);
  return 4 * apiConnections(settings) + 4 * workerConnections(settings);
};

it('four API processes and four workers need fewer than 60 connections of Postgres through the pooler', () => {
  const ini = readFileSync(join(root, 'deploy/fleet/pgbouncer.ini'), 'utf8');
  const size = Number(/^default_pool_size = (\d+)$/m.exec(ini)?.[1]);
  expect(size + most({ DATABASE_URL: LEADER, DATABASE_DIRECT_URL: LEADER })).toBe(56);
  // Without one.
  expect(most({ DATABASE_URL: LEADER })).toBe(152);
});
