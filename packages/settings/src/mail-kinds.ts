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

export const mailbox: Kind<Mailbox> = {
  schema: z.string().transform((value, context) => {
    const [, name = '', address = '', end] = MAILBOX.exec(value) ?? [];
    if (address !== '' && (name !== '') === (end === '>')) return { name, address };
    context.addIssue('not an address');
    return z.NEVER;
  }),
  expected: 'an address such as desk@example.com or Example Tours <desk@example.com>',
};
