import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Options = {
  orders: number;
  /** Few orders, three targets, nothing installed, done within 50 seconds. */
  isQuick: boolean;
  /** The file for the results as JSON; undefined for none. */
  json: string | undefined;
  /** Only workloads whose name contains this. */
  workload: string | undefined;
  /** Only these targets, in addition to the baseline. */
  targets: string[] | undefined;
  /** Milliseconds that each target is loaded with each workload, in all rounds together. */
  milliseconds: number;
  /** The two commits to compare; without the second, the work tree is compared with the first. */
  compare: [base: string, head?: string] | undefined;
  /** Settings of the second one of a comparison alone. */
  settings: Readonly<Record<string, string>>;
};

const QUICK_ORDERS = 20_000;
const MAX_ORDERS = 5_000_000;
/** Default seconds of load: of each target, and of each commit at most until its server is restarted. */
const SECONDS = { targets: '9', compare: '60' };

/** Reads the command line. @throws for an invalid argument; returns undefined for --help */
export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      orders: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      workload: { type: 'string' },
      targets: { type: 'string' },
      // Former names of --workload and --targets.
      work: { type: 'string' },
      contenders: { type: 'string' }, // vocabulary: former option
      seconds: { type: 'string' },
      compare: { type: 'string' },
      set: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const isQuick = values.quick;
  const compare = comparison(values.compare, positionals);
  const targets = values.targets ?? values.contenders; // vocabulary: former option
  if (compare && targets) throw new Error('--targets does not apply to --compare, which runs this server alone.');
  if (values.set && !compare) throw new Error('--set applies to --compare.');
  const seconds = compare ? SECONDS.compare : SECONDS.targets;
  const orders = whole('--orders', values.orders ?? String(isQuick ? QUICK_ORDERS : 200_000), QUICK_ORDERS, MAX_ORDERS);
  return {
    orders,
    isQuick,
    json: values.json === undefined ? undefined : writable(values.json),
    workload: values.workload ?? values.work,
    targets: targets?.split(',').map((each) => each.trim()),
    milliseconds: whole('--seconds', values.seconds ?? seconds, 1, 600) * 1_000,
    compare,
    settings: Object.fromEntries((values.set ?? []).map(setting)),
  };
}

function setting(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([A-Z_\d]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new Error(`--set must be NAME=VALUE; it is ${JSON.stringify(text)}.`);
  return [name, value];
}

function comparison(base: string | undefined, [head, ...others]: string[]): Options['compare'] {
  const surplus = base === undefined ? head : others[0];
  if (surplus !== undefined) throw new Error(`${JSON.stringify(surplus)} is not an option; --help lists all.`);
  if (base === undefined) return undefined;
  return head === undefined ? [base] : [base, head];
}

/** The absolute path of a file to write. @throws before the measurement if it cannot be written */
function writable(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  try {
    accessSync(dirname(path), constants.W_OK);
    return path;
  } catch {
    throw new Error(`--json must name a file in a folder that can be written: ${path}.`);
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const number = Number(text.replaceAll(/[_,]/g, ''));
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
}
