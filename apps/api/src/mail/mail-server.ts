import type { OutgoingMail, SendFailure } from '@channel/graph';
import type { Mailbox, SmtpServer } from '@channel/settings';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

/* The port to the mail server. Only the worker imports it, and the doctor. */

/** Milliseconds. Together less than a worker that stops waits for its last jobs. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
/** A server of this machine needs no TLS. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

function open({ host, port, isSecure, login }: SmtpServer) {
  const isLocal = LOOPBACK.test(host);
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    ignoreTLS: !isSecure && isLocal,
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects to the server and logs in, without a mail. @returns the reason if it fails; for the operator */
export async function checkMailServer(server: SmtpServer): Promise<string | null> {
  const transport = open(server);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

/**
 * Returns the function that hands a mail to the server, over a connection of its own. It returns why the server did not
 * take the mail, and never throws. Neither the log nor the result contains an address, a text or a reply of the server.
 */
export function openMailServer(server: SmtpServer, from: Mailbox, log: Logger) {
  const transport = open(server);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, date }: OutgoingMail): Promise<SendFailure | null> => {
    try {
      await transport.sendMail({
        from,
        // As an object, it is not parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        date,
        messageId: `<channel-mail-${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return null;
    } catch (error) {
      const { code, responseCode, command } = error as SmtpError;
      const failed = failureOf({ code, responseCode, command });
      log.warn({ mailId: id, ...failed, code, responseCode, command }, 'a mail was not sent');
      return failed;
    }
  };
}

/** The properties of nodemailer's errors that are read. */
type SmtpError = { code?: string | undefined; responseCode?: number | undefined; command?: string | undefined };

/** 5xx is final, and so is what the library refuses to send; 4xx and failures of the connection are not. */
function failureOf({ code, responseCode = 0, command }: SmtpError): SendFailure {
  if (responseCode >= 400 && responseCode < 500) return { failure: 'deferred', isFinal: false };
  const isRefused = responseCode >= 500 || /^(EAUTH|EENVELOPE|EMESSAGE)$/.test(code ?? '');
  if (!isRefused) return { failure: 'unreachable', isFinal: false };
  const refused = command === 'RCPT TO' ? 'addressRefused' : 'refused';
  return { failure: code === 'EAUTH' ? 'loginRefused' : refused, isFinal: true };
}
