import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { serviceAccount, type TestServer } from '@channel/api/testing';
import type { Factories } from '@channel/prisma/testing';

const home = join(import.meta.dirname, '..');

/** What a program printed, and how it ended. */
export type Ended = { code: number | null; printed: string; errors: string };

/** A running tool. */
export type Running = { child: ChildProcess; ended: Promise<Ended> };

/** The scopes of the account that the README creates for a tool, by the heading of its section. */
export function scopesOf(heading: string): string[] {
  const sections = readFileSync(join(home, 'README.md'), 'utf8').split(/^## /m);
  const section = sections.find((each) => each.startsWith(`${heading}\n`));
  const command = section?.split('\n').find((line) => line.includes('service-account -- create'));
  if (command === undefined) throw new Error(`The README creates no account for "${heading}".`);
  return Array.from(command.matchAll(/--scope (\S+)/g), ([, scope = '']) => scope);
}

/** The token of a new service account with these scopes, and a role that sees all orders of the shared organization. */
export async function tokenWith(server: TestServer, make: Factories, scopes: string[]): Promise<string> {
  const account = await serviceAccount(server.db, make, { scopes });
  return (await account.token(server.services.clock())).text;
}

/**
 * Starts a tool as its users do.
 *
 * @param file of this folder, or an absolute path
 */
export function start(server: { url: string }, token: string, [file, ...args]: [string, ...string[]]): Running {
  const env = { PATH: process.env.PATH, CHANNEL_URL: server.url, CHANNEL_TOKEN: token };
  const child = spawn(process.execPath, [resolve(home, file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(([status, printed, errors]) => ({
    code: status,
    printed,
    errors,
  }));
  return { child, ended };
}

/** Runs a tool to its end. */
export const run = (...call: Parameters<typeof start>): Promise<Ended> => start(...call).ended;
