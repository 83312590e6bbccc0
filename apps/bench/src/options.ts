import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Options = {
  orders: number;
  /** Few orders, three contenders, nothing installed, done within 50 seconds. */
  isQuick: boolean;
  /** Where the results are written as JSON; undefined for nowhere. */
  json: string | undefined;
  /** Only works whose name contains this. */
  workload: string | undefined;
  /** Only these contenders, besides the limit. */
  targets: string[] | undefined;
  /** Milliseconds that each contender is loaded with each work, in all rounds together. */
  milliseconds: number;
};

export const HELP = `npm run bench -- [options]

  --orders N          orders in the world, 20,000 to 5,000,000 (default 200,000; the first time of a day it is made, which takes a while)
  --quick             20,000 orders, contenders a to c, installs nothing, shares 50 seconds among the works (--seconds says nothing)
  --json FILE         writes { work, contender, rate, p50_ms, p99_ms, cpu_ms_per_request, ratio_to_limit } rows
  --work TEXT         only works whose name contains it, such as "one order"; "memory under full load" is not in a quick run
  --contenders LIST   only these, separated by commas, by their letters; the limit is always there:
                      a hand-written SQL (the limit), b this server, c plain graphql-js, d graphql-yoga, e sofa-api, f PostGraphile 5
  --seconds N         how long each contender is loaded with each work (default 9)`;

const QUICK_ORDERS = 20_000;
const MAX_ORDERS = 5_000_000;

/** Reads the command line. @throws with what is wrong with it; answers undefined where only help was asked for */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      workload: { type: 'string' },
      targets: { type: 'string' },
      seconds: { type: 'string', default: '9' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const isQuick = values.quick;
  const orders = whole('--orders', values.orders ?? String(isQuick ? QUICK_ORDERS : 200_000), QUICK_ORDERS, MAX_ORDERS);
  return {
    orders,
    isQuick,
    json: values.json === undefined ? undefined : writable(values.json),
    workload: values.workload,
    targets: values.targets?.split(',').map((each) => each.trim()),
    milliseconds: whole('--seconds', values.seconds, 1, 600) * 1_000,
  };
}

/** The whole path of a file to write. @throws now, and not when all is measured */
function writable(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  try {
    accessSync(dirname(path), constants.W_OK);
    return path;
  } catch {
    throw new Error(`--json must name a file in a folder that can be written: ${path}.`);
  }
}

function whole(name: string, text: string, least: number, max: number): number {
  const number = Number(text.replaceAll(/[_,]/g, ''));
  if (Number.isInteger(number) && number >= least && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${least} to ${max}.`);
}
