import { parseArgs } from 'node:util';

/** The parts of the measurement. */
export const PARTS = ['search', 'scripts', 'lighthouse', 'pages'] as const;
export type Part = (typeof PARTS)[number];

export type Options = {
  /** Number of orders to generate; ignored with `against`. */
  orders: number;
  /** The URL of a running console; undefined to start one. */
  against: string | undefined;
  login: { name: string; password: string };
  parts: readonly Part[];
  /** The beginnings of the paths of the pages to measure; empty for all. */
  pages: readonly string[];
};

const ORDERS = { least: 10_000, max: 5_000_000 };

/** Parses the command line; returns undefined for --help. @throws on invalid options */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '100,000' },
      against: { type: 'string' },
      login: { type: 'string', default: 'staff@demo.example' },
      only: { type: 'string', default: PARTS.join() },
      pages: { type: 'string', default: '' },
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
  if (unknown !== undefined) throw new Error(`--only accepts ${PARTS.join(', ')}, not ${unknown}.`);
  return {
    orders,
    against: values.against && new URL(values.against).origin,
    login: { name: values.login, password: process.env.CONSOLE_PASSWORD ?? 'staff-demo' },
    parts: PARTS.filter((part) => wanted.includes(part)),
    pages: values.pages.split(',').filter(Boolean),
  };
}
