import { expect, it } from 'vitest';
import { readMonitoring } from './testing/expressions.ts';
import { dashboardViolations } from './testing/grafana-types.ts';

/* docs/monitoring/dashboard.json by Grafana's own types, and by what an import does not forgive. */

const text = readMonitoring('dashboard.json');
const { panels, templating, uid } = JSON.parse(text);

it('is a dashboard, by the types of Grafana', () => {
  expect(dashboardViolations(text)).toEqual([]);
}, 60_000);

it.each([
  ['a member that no dashboard has', '"refresh":', '"refreshes":', `'"refreshes"' does not exist`],
  ['a member that no panel has', '"gridPos":', '"gridPosition":', `'"gridPosition"' does not exist`],
  ['a place that is no number', '"h": 8', '"h": "8"', "'string' is not assignable to type 'number'"],
  ['a kind of panel that is another one', '"timeseries"', '"graph"', `'"graph"' is not assignable`],
  ['a query without an expression', '"expr":', '"query":', `'"query"' does not exist`],
  ['a variable of an unknown kind', '"type": "datasource"', '"type": "source"', `'"source"' is not assignable`],
])(
  'the types find %s',
  (_, from, to, violation) => {
    expect(text).toContain(from);
    expect(dashboardViolations(text.replace(from, to)).join('\n')).toContain(violation);
  },
  60_000,
);

it('has panels with ids of their own that do not overlap, in the 24 columns of a page', () => {
  const ids = panels.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const cells = new Set<string>();
  let size = 0;
  for (const { gridPos } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    size += gridPos.w * gridPos.h;
    for (let x = 0; x < gridPos.w; x += 1)
      for (let y = 0; y < gridPos.h; y += 1) cells.add(`${gridPos.x + x} ${gridPos.y + y}`);
  }
  expect(cells.size).toBe(size);
});

it('reads the data source that its user chooses', () => {
  const [variable] = templating.list;
  expect(variable).toMatchObject({ type: 'datasource', query: 'prometheus' });
  const chosen = { type: 'prometheus', uid: `\${${variable.name}}` };
  for (const panel of panels) expect([panel.title, panel.datasource]).toEqual([panel.title, chosen]);
  // Grafana accepts no longer ones.
  expect(uid.length).toBeLessThanOrEqual(40);
  for (const { targets } of panels) {
    const refIds = targets.map(({ refId }: { refId: string }) => refId);
    expect(new Set(refIds).size).toBe(refIds.length);
  }
});
