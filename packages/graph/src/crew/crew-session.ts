import { clearedCrewCookie, crewCookie, crewMemberOf, endCrewSession, exchangeCrewLink } from '@channel/auth';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound, throttled } from '../errors.ts';
import { outsideTransaction } from '../people/logins.ts';
import { audit } from '../shared/audit.ts';
import { CHANGES_LOGIN } from '../shared/idempotency-key.ts';
import { FOR_CREW } from '../shared/public-field.ts';
import { crewOf } from './own-jobs.ts';

const isSecure = ({ settings }: Context) => settings.consoleUrl.startsWith('https:');

const sessionLine = (action: string, { userId, organizationId }: { userId: number; organizationId: number }) => [
  { action, entity: 'user', entityId: userId, organizationId },
];

builder.mutationFields((t) => ({
  exchangeCrewLink: t.field({
    extensions: CHANGES_LOGIN,
    type: 'DateTime',
    description:
      'Exchanges the personal link of a driver or guide for a session of the page of the crew, once; the response sets a cookie. Returns when the session ends. No authentication required besides the token; failed attempts are throttled.',
    skipTypeScopes: true,
    args: { token: t.arg.string({ required: true, description: 'The token of the link.' }) },
    resolve: async (_root, { token: secret }, context) => {
      const { now, settings, cookies, address } = context;
      const db = outsideTransaction(context);
      const pass = await exchangeCrewLink(db, { secret, caller: { address } }, now, settings);
      if (pass && 'waitSeconds' in pass) throw throttled(pass.waitSeconds);
      if (!pass) throw notFound('Link');
      const former = await crewMemberOf(db, cookies.read(), now, isSecure(context));
      if (former) await endCrewSession(db, former.sessionId);
      cookies.write(crewCookie(pass, isSecure(context)));
      await audit(db, context, sessionLine('crew.open-session', pass), pass.userId);
      return pass.expiresAt;
    },
  }),
  signOutCrew: t.boolean({
    extensions: CHANGES_LOGIN,
    ...FOR_CREW,
    description: 'Ends the session of the page of the crew. Only for such sessions.',
    resolve: async (_root, _args, context) => {
      const crew = crewOf(context);
      await endCrewSession(context.db, crew.sessionId);
      context.cookies.write(clearedCrewCookie(isSecure(context)));
      await audit(context.db, context, sessionLine('crew.sign-out', crew), crew.userId);
      return true;
    },
  }),
}));
