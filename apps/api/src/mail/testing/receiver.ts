import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A received mail, decoded. */
export type ReceivedMail = { from: string; to: string[]; headers: Record<string, string>; text: string };

/** What the server does at a step: null accepts, a number is the code with which it refuses. */
type Refusals = { login?: number; address?: number; mail?: number };

/** A mail server on loopback, with a login, that keeps what it takes. */
export async function startMailServer(options: { isSecure?: boolean } = {}) {
  const received: ReceivedMail[] = [];
  const seen: string[] = [];
  let refusals: Refusals = {};
  const refused = (code: number | undefined): Error | null =>
    code === undefined ? null : Object.assign(new Error('internal words of the server'), { responseCode: code });
  const server = new SMTPServer({
    secure: options.isSecure ?? false,
    disabledCommands: options.isSecure ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, callback) =>
      callback(refused(refusals.login), username === 'desk' && password === 'p:ss' ? { user: 'desk' } : {}),
    onRcptTo: (address, _session, callback) => {
      seen.push(address.address);
      callback(refused(refusals.address));
    },
    onData: (stream, { envelope }, callback) =>
      void text(stream).then((raw) => {
        const error = refused(refusals.mail);
        if (error) return callback(error);
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo.map(({ address }) => address), ...parsed(raw) });
        return callback();
      }),
  });
  // Clients that distrust the certificate end the connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    url: `${options.isSecure ? 'smtps' : 'smtp'}://desk:p%3Ass@127.0.0.1:${port}`,
    received,
    /** The addresses of all attempts. */
    seen,
    refuse: (next: Refusals) => {
      refusals = next;
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, text: decoded(raw.slice(end + 4), headers['content-transfer-encoding'] ?? '') };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
