import { admitResetRequest, plainAddress } from '@channel/auth';
import { inTransaction, type PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { builder } from '../builder.ts';
import type { Channel } from '../context.ts';
import { invalid, throttled } from '../errors.ts';
import { hasManyMails, isMailSetUp, isRecipient, requireMail } from '../mail/outbox.ts';
import { withoutKey } from '../shared/idempotency-key.ts';
import { isEmail, isStorable } from '../shared/text.ts';
import { consoleActor, mayUsePassword, outsideTransaction } from './logins.ts';
import { type LinkWriter, mailPasswordLink } from './password-mail.ts';

/*
 * A request for a link by somebody without a login. The request looks up no account: it queues a job with the address,
 * whatever the address is, so that neither the answer nor its time reveals whether an account has it. The job does the
 * rest.
 */

/** Name of the task that mails a link to the owner of an address. */
export const MAIL_PASSWORD_LINK = 'mail-password-link';

/** Payload of its jobs. */
export type MailPasswordLinkPayload = {
  email: string;
  caller?: { address: string | null; channel: Channel; requestId: string };
};

/** Maximum number of requests that wait for a worker; further ones are dropped, whatever their addresses are. */
const MAX_WAITING = 1_000;

builder.mutationField('requestPasswordReset', (t) =>
  t.boolean({
    extensions: withoutKey('keys belong to users, and it is sent by no user'),
    description:
      'Mails a link to set a new password to the account with an address, if there is one that may log in by password. The answer is the same if there is none, or the address had too many requests. The password and open sessions stay until the link is used. No authentication required; requests are throttled like failed logins.',
    skipTypeScopes: true,
    args: { email: t.arg.string({ required: true, description: 'The e-mail address of the account.' }) },
    resolve: async (_root, { email: given }, context) => {
      const { settings, now, address, channel, requestId } = context;
      const db = outsideTransaction(context);
      requireMail(settings);
      const email = given.trim();
      if (!isEmail(email) || !isStorable(email))
        throw invalid([{ path: ['email'], message: 'must be an e-mail address.' }]);
      const admitted = await admitResetRequest(db, email, now, settings, { address });
      if ('refused' in admitted) throw throttled(admitted.retryAfterSeconds);
      if (admitted.isAdmitted)
        await queueRequest(db, { email, caller: { address: plainAddress(address), channel, requestId } });
      return true;
    },
  }),
);

/** One job for an address at a time. */
async function queueRequest(db: PrismaClient, payload: MailPasswordLinkPayload): Promise<void> {
  await db.$executeRaw`
    SELECT graphile_worker.add_job(${MAIL_PASSWORD_LINK}, ${JSON.stringify(payload)}::json, queue_name => 'mail',
      job_key => ${`${MAIL_PASSWORD_LINK}:`} || encode(sha256(convert_to(lower(${payload.email}), 'UTF8')), 'hex'),
      job_key_mode => 'preserve_run_at')
    WHERE (SELECT count(*) FROM (
      SELECT FROM graphile_worker.jobs WHERE task_identifier = ${MAIL_PASSWORD_LINK} LIMIT ${MAX_WAITING}::int
    ) waiting) < ${MAX_WAITING}::int`;
}

type Worker = { db: PrismaClient; settings: LinkWriter['settings'] & Settings; now: Date };

/**
 * Mails a link to the account that has an address, and may log in by password. Does nothing where there is none, and
 * where the account got too many mails. For the task `MAIL_PASSWORD_LINK`.
 */
export async function mailRequestedLink({ db, settings, now }: Worker, { email, caller }: MailPasswordLinkPayload) {
  if (!isMailSetUp(settings)) return;
  await inTransaction(db, async (tx) => {
    // The second comparison as in `userOfIdentity`: no other letter is taken for one of ASCII.
    const [user] = await tx.$queryRaw<{ id: number; email: string; hasPassword: boolean; isLinked: boolean }[]>`
      SELECT u.id, u.email, u.password_hash IS NOT NULL AS "hasPassword",
        EXISTS (SELECT FROM openid_link l WHERE l.user_id = u.id) AS "isLinked"
      FROM "user" u
      WHERE lower(u.email) = lower(${email}) AND lower(u.email COLLATE "C") = lower(${email} COLLATE "C")
        AND u.disabled_at IS NULL AND u.kind = 'person'
      FOR UPDATE OF u`;
    if (!user || !isRecipient(user.email)) return;
    // Who signs in by the provider alone gets a second way in from an administrator only.
    if (user.isLinked && !user.hasPassword) return;
    const actor = await consoleActor({ db: tx, settings, now }, user.id);
    if (actor && !mayUsePassword({ settings }, actor)) return;
    // An administrator has sent or handed over a link: a stranger must not end it.
    const open = { userId: user.id, expiresAt: { gt: now } };
    if (!user.hasPassword && (await tx.passwordLink.count({ where: open })) > 0) return;
    if (await hasManyMails(tx, user.id, 'passwordRequest', now)) return;
    await mailPasswordLink(tx, { settings, now }, user.id, 'passwordRequest');
    const line = { action: 'user.request-password', entity: 'user', entityId: user.id, at: now } as const;
    await tx.auditEntry.create({ data: { ...line, channel: 'system', ...caller } });
  });
}
