import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the files for Prometheus and Grafana. */
export const MONITORING = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'monitoring');
export const readMonitoring = (name: string): string => readFileSync(join(MONITORING, name), 'utf8');

export type Alert = { name: string; expr: string };
/** An expression of a panel, and the form of the names of its series. */
export type PanelQuery = { panel: string; expr: string; legendFormat?: string };

/** The alerts of alerts.yml. */
export const alertsIn = (yaml: string): Alert[] =>
  [...yaml.matchAll(/- alert: (\w+)\n +expr: (['"])(.+)\2$/gm)].map(([, name = '', , expr = '']) => ({ name, expr }));

/** The queries of dashboard.json. */
export const queriesIn = (json: string): PanelQuery[] =>
  JSON.parse(json).panels.flatMap(({ title, targets }: { title: string; targets: Omit<PanelQuery, 'panel'>[] }) =>
    targets.map((target) => ({ panel: title, ...target })),
  );

/** What an alert compares with its threshold, or whose absence it reports: it has series while all is well. */
export const measuredBy = ({ expr }: Alert): string =>
  /^absent\((.+)\)$/.exec(expr)?.[1] ?? expr.replace(/ (==|!=|>=?|<=?) [\d.]+$/, '');
