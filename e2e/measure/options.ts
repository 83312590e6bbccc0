import { parseArgs } from 'node:util';

/** What is measured. */
export const PARTS = ['search', 'scripts', 'lighthouse'] as const;
export type Part = (typeof PARTS)[number];

export type Options = {
  /** Orders in the world that is made; without meaning for a stack that runs already. */
  orders: number;
  /** A console that runs already; undefined where one is started. */
  against: string | undefined;
  login: { name: string; password: string };
  parts: readonly Part[];
};

export const HELP = `npm run measure:console -- [options]

  --orders N       orders in the world (default 100,000; the first time of a day it is made, which takes minutes)
  --against URL    measures a console that runs already, with the data that it has
  --login NAME     who signs in there (default the demo's staff@demo.example); the password is read from CONSOLE_PASSWORD
  --only LIST      some of ${PARTS.join(', ')}, separated by commas`;

const ORDERS = { least: 10_000, max: 5_000_000 };

/** Reads the command line. @throws with what is wrong with it; answers undefined where only help was asked for */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '100,000' },
      against: { type: 'string' },
      login: { type: 'string', default: 'staff@demo.example' },
      only: { type: 'string', default: PARTS.join() },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const orders = Number(values.orders.replaceAll(/[_,]/g, ''));
  if (!Number.isInteger(orders) || orders < ORDERS.least || orders > ORDERS.max) {
    throw new Error(`--orders must be a whole number from ${ORDERS.least} to ${ORDERS.max}.`);
  }
  if (values.against !== undefined && !URL.canParse(values.against)) {
    throw new Error('--against must be the address of a console, such as http://localhost:3000.');
  }
  const wanted = values.only.split(',');
  const unknown = wanted.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only knows ${PARTS.join(', ')}, and not ${unknown}.`);
  return {
    orders,
    against: values.against && new URL(values.against).origin,
    login: { name: values.login, password: process.env.CONSOLE_PASSWORD ?? 'staff-demo' },
    parts: PARTS.filter((part) => wanted.includes(part)),
  };
}
