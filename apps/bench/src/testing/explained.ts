import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type pg from 'pg';

/* What Postgres counted while statements ran, as it wrote it into its log: of the very statements that were sent. */

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

/** What one statement cost. */
export type Cost = {
  text: string;
  /** Pages of 8 KB that were looked at, however often. */
  buffers: number;
  /** Rows of orders that were fetched, those that were then dropped too. Entries of an index that were passed over are none. */
  orders: number;
  /** How the orders were reached. */
  by: string[];
};

/** From now on each new session of a database logs every statement with its plan and what was counted. */
export async function explainEverything(client: pg.Client, database: string): Promise<void> {
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE "${database}" SET ${name} = ${value}`);
}

/** Reads the costs of the statements that ran since the log had so many bytes. */
export function costsSince(log: string, from: number): Cost[] {
  const bytes = Buffer.alloc(statSync(log).size - from);
  const file = openSync(log, 'r');
  readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  const plans = bytes.toString().match(/ plan:\n(\t.*\n)+/g) ?? [];
  return plans.map((plan) => costOf(JSON.parse(plan.slice(plan.indexOf('\n')))));
}

function costOf({ 'Query Text': text, Plan: plan }: Logged): Cost {
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'orders');
  const fetched = scans.filter((node) => node['Node Type'] !== 'Index Only Scan');
  const rows = (node: Node) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  return {
    text,
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    orders: Math.round(fetched.reduce((sum, node) => sum + rows(node), 0)),
    by: nodesOf(plan).flatMap((node) =>
      node['Actual Rows'] * node['Actual Loops'] > 500 || node['Relation Name'] === 'orders'
        ? [`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''} ${rows(node)}`]
        : [],
    ),
  };
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
