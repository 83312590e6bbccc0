import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** A mail server and the login to it. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the start. */
  isSecure: boolean;
  login: { user: string; password: string } | null;
};

/** An address, with the name shown beside it; empty for none. */
export type Mailbox = { name: string; address: string };

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

export const smtpServer: Kind<SmtpServer> = {
  schema: z.string().transform((value, context) => {
    const server = URL.canParse(value) ? serverOf(new URL(value)) : undefined;
    if (server) return server;
    context.addIssue('not a mail server');
    return z.NEVER;
  }),
  expected: 'an address such as smtps://user:password@mail.example:465, without a path',
  secret: true,
};

function serverOf(url: URL): SmtpServer | undefined {
  const { protocol, hostname, port, pathname, search, hash, username, password } = url;
  const standard = PORTS[protocol];
  if (standard === undefined || hostname === '' || !/^\/?$/.test(pathname) || search || hash) return undefined;
  // A password without a user would be ignored.
  if ((username === '') !== (password === '')) return undefined;
  try {
    const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? standard : Number(port),
      isSecure: protocol === 'smtps:',
      login: username === '' ? null : login,
    };
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
const MAILBOX = /^(?:([^\u0000-\u001f<>"]+?) *<)?([^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+?)(>?)$/;

function mailboxOf(value: string): Mailbox | undefined {
  const [, name = '', address = '', end] = MAILBOX.exec(value) ?? [];
  return address !== '' && (name !== '') === (end === '>') ? { name, address } : undefined;
}

const EXAMPLE = 'desk@example.com or Example Tours <desk@example.com>';

export const mailbox: Kind<Mailbox> = {
  schema: z.string().transform((value, context) => {
    const found = mailboxOf(value);
    if (found) return found;
    context.addIssue('not an address');
    return z.NEVER;
  }),
  expected: `an address such as ${EXAMPLE}`,
};

/** Some addresses, separated by commas; empty for none. */
export const mailboxes = (most: number): Kind<Mailbox[]> => ({
  schema: z.string().transform((value, context) => {
    const parts = value.split(',').filter((part) => value.includes(',') || part.trim() !== '');
    const found = parts.map((part) => mailboxOf(part.trim()));
    const known = found.filter((each) => each !== undefined);
    if (known.length === found.length && found.length <= most) return known;
    context.addIssue('not addresses');
    return z.NEVER;
  }),
  expected: `at most ${most} addresses such as ${EXAMPLE}, separated by commas`,
});
