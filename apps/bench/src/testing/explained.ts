import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type pg from 'pg';

/* The counts of Postgres for the statements that were actually sent, from its log. */

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};
type Logged = { 'Query Text': string; Plan: Node & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

/** The cost of one statement. */
export type Cost = {
  text: string;
  /** Pages of 8 KB that were accessed, repeated accesses included. */
  buffers: number;
  /** Rows that were fetched, by table, including those that were then dropped. Skipped index entries do not count. */
  rows: Readonly<Record<string, number>>;
  /** The scans of orders and of many rows. */
  by: string[];
};

/** From now on each new session of a database logs every statement with its plan and its counts. */
export async function explainEverything(client: pg.Client, database: string): Promise<void> {
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    // Also for statements within functions.
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE "${database}" SET ${name} = ${value}`);
}

/** Reads the costs of the statements in the log after this offset in bytes. */
export function costsSince(log: string, from: number): Cost[] {
  const bytes = Buffer.alloc(statSync(log).size - from);
  const file = openSync(log, 'r');
  readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  const plans = bytes.toString().matchAll(/ plan:\n((?:\t.*\n)+)(.* CONTEXT: )?/g);
  return [...plans].map(([, plan = '', context]) => costOf(JSON.parse(plan), context !== undefined));
}

/** The pages of a statement within a function are counted with the calling statement. */
function costOf({ 'Query Text': text, Plan: plan }: Logged, isWithin: boolean): Cost {
  const rows: Record<string, number> = {};
  for (const node of nodesOf(plan)) {
    const table = node['Relation Name'];
    if (table === undefined || node['Node Type'] === 'Index Only Scan') continue;
    rows[table] = (rows[table] ?? 0) + Math.round(rowsOf(node));
  }
  return {
    text,
    buffers: isWithin ? 0 : plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    rows,
    by: nodesOf(plan).flatMap((node) =>
      node['Actual Rows'] * node['Actual Loops'] > 500 || node['Relation Name'] === 'orders'
        ? [`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''} ${rowsOf(node)}`]
        : [],
    ),
  };
}

const rowsOf = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
