import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/index.ts';
import { measureJobs } from './measure-jobs.ts';
import { alertsIn, queriesIn, readMonitoring } from './testing/expressions.ts';

const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');

let server: TestServer;
/** The names of all series that a process may show. */
let exposed: Set<string>;

beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: '9464' } });
  measureJobs(server.services, pino({ level: 'silent' }));
  const metrics = (await server.services.metrics?.registry.getMetricsAsJSON()) ?? [];
  exposed = new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
});
afterAll(() => server.close());

/** Metrics that Prometheus makes itself. */
const OF_PROMETHEUS = new Set(['up']);

/** The names of metrics in expressions: words outside of texts and lists of labels that begin no call. */
const namesIn = (expressions: readonly string[]): string[] =>
  expressions.flatMap((expression) => {
    const bare = expression
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\{[^}]*\}|\b(by|on|without|ignoring) *\([^)]*\)|\[[^\]]*\]/g, ' ');
    const words = bare.match(/\b[a-z][a-z0-9_]*\b(?! *\()/g) ?? [];
    return words.filter((word) => !['by', 'or', 'and', 'unless', 'le'].includes(word));
  });
const unknownIn = (expressions: readonly string[]) =>
  namesIn(expressions).filter((name) => !exposed.has(name) && !OF_PROMETHEUS.has(name));

const alerts = () => alertsIn(readMonitoring('alerts.yml')).map(({ expr }) => expr);
const panels = () => queriesIn(readMonitoring('dashboard.json')).map(({ expr }) => expr);

it('alerts and the dashboard use only metrics that exist', () => {
  expect(alerts().length).toBeGreaterThan(10);
  expect(panels().length).toBeGreaterThan(10);
  expect(unknownIn([...alerts(), ...panels()])).toEqual([]);
  expect(unknownIn(['sum by (le) (rate(channel_nothing_total{a="b"}[5m])) > 0'])).toEqual(['channel_nothing_total']);
});

it('the manual has every metric of its own, and every alert', () => {
  const manual = read('operations.md');
  const own = [...exposed].filter((name) => /^(channel|http|db)_/.test(name) && !/_(bucket|sum|count)$/.test(name));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  const names = alertsIn(readMonitoring('alerts.yml')).map(({ name }) => name);
  expect(names).toHaveLength(readMonitoring('alerts.yml').split('- alert:').length - 1);
  expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});
