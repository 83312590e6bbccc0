import { join } from 'node:path';
import ts from 'typescript';

/*
 * The types by which Grafana describes its files of dashboards (`@grafana/schema`), as a check of a file: a literal in
 * TypeScript may have no member that they do not have. They leave queries open; those of Prometheus are described here.
 */

const FILE = join(import.meta.dirname, 'a-dashboard.ts');
const TYPES = `
import type { Dashboard, Panel } from '@grafana/schema';
import type { FieldConfig, Options } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
type Query = { refId: string; expr: string; legendFormat?: string };
type TimeSeries = Omit<Panel<Partial<Options>, Partial<FieldConfig>>, 'targets'> & { type: 'timeseries'; targets: Query[] };
type File = Omit<Dashboard, 'panels'> & { title: string; uid: string; panels: TimeSeries[] };
`;

/** What Grafana's types find in the text of a dashboard, one line each; empty if it is one. */
export function dashboardViolations(json: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === FILE
      ? ts.createSourceFile(name, `${TYPES}export const dashboard: File = ${json};\n`, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...more);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' '));
}
