import { createWorld, type World } from '@channel/webhooks/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearerOf, consoleDocument, NOW, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { watchEvents } from '../testing/watch.ts';
import { openBrowser, type TestBrowser } from './testing/browser.ts';
import { startProvider, type TestProvider } from './testing/provider.ts';

/* Sign-in by OpenID Connect over HTTP, with a provider that knows nothing of this server. */

const CONSOLE = 'http://console.test';
const CLIENT = { id: 'console', secret: 'a secret of tests', callback: `${CONSOLE}/login/openid/callback` };
const STAFF = ['orders.view-all', 'console.access'];
/** Within a second, a user who is switched off has lost everything. */
const SECOND = 1_000;

let provider: TestProvider;
let server: TestServer;
let make: World;
let browser: TestBrowser;
let number = 0;

beforeAll(async () => {
  provider = await startProvider({ client: CLIENT });
  server = await startServer({
    env: {
      CONSOLE_URL: CONSOLE,
      OPENID_ISSUER: provider.issuer,
      OPENID_CLIENT_ID: CLIENT.id,
      OPENID_CLIENT_SECRET: CLIENT.secret,
      LOGIN_FAILURES_PER_ADDRESS: '0',
      LOGIN_FAILURES_PER_NETWORK: '0',
    },
  });
  make = createWorld(server.db);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => {
  server.setNow(NOW);
  provider.spoil = undefined;
  provider.instead = undefined;
  browser = openBrowser(server);
});

/** A user with an account at the provider, who is signed in there. */
async function somebody({ permissions = STAFF, claims = {} }: { permissions?: string[]; claims?: object } = {}) {
  const user = await make.userWith(permissions, { clientId: null });
  const subject = `subject-${++number}`;
  const email = `Person.${number}@Example.com`;
  await server.db.user.update({ where: { id: user.id }, data: { email, passwordHash: null } });
  provider.people.set(subject, { email: email.toLowerCase(), email_verified: true, ...claims });
  provider.person = subject;
  return { id: user.id, username: user.username, subject, email };
}

/** The user of a browser, as the console finds it out. */
async function viewer({ cookie }: TestBrowser): Promise<unknown> {
  const { body } = await postGraphql(server, consoleDocument(server, 'Viewer'), { headers: { cookie: cookie() } });
  return body.data?.viewer ?? body.errors?.[0]?.extensions?.code;
}

const linksOf = (userId: number) => server.db.openIdLink.findMany({ where: { userId } });
const problem = (address: string) => new URL(address, CONSOLE).searchParams.get('problem');

describe('a sign-in', () => {
  it('opens a session for the user with the verified address, and links them', async () => {
    const user = await somebody();
    expect(await browser.signIn('/orders?page=2')).toBe('/login?next=%2Forders%3Fpage%3D2');
    expect(await viewer(browser)).toMatchObject({ id: user.id });
    expect([...browser.jar.keys()]).toEqual(['channel_session']);
    expect(await linksOf(user.id)).toEqual([
      { issuer: provider.issuer, subject: user.subject, userId: user.id, linkedAt: NOW },
    ]);
    const entries = await server.db.auditEntry.findMany({ where: { actorId: user.id }, orderBy: { id: 'asc' } });
    const { id: organizationId } = await make.home();
    expect(entries).toMatchObject([
      { action: 'user.link-openid', organizationId, channel: 'console', after: { subject: user.subject } },
      { action: 'user.sign-in-openid', organizationId: null, entityId: user.id },
    ]);
  });

  it('goes by the subject later, whatever the address is then', async () => {
    const [user, other] = [await somebody(), await somebody()];
    provider.person = user.subject;
    await browser.signIn();
    provider.people.set(user.subject, { email: other.email, email_verified: true });
    const again = openBrowser(server);
    expect(await again.signIn()).toBe('/login');
    expect(await viewer(again)).toMatchObject({ id: user.id });
    provider.people.set(user.subject, {});
    const without = openBrowser(server);
    await without.signIn();
    expect(await viewer(without)).toMatchObject({ id: user.id });
    expect(await linksOf(other.id)).toEqual([]);
  });

  it('ends the former session of the browser', async () => {
    await somebody();
    await browser.signIn();
    const former = browser.cookie();
    await browser.signIn();
    expect(browser.cookie()).not.toBe(former);
    expect(await viewer({ ...browser, cookie: () => former })).toBe('UNAUTHENTICATED');
    expect(await viewer(browser)).toMatchObject({ id: expect.any(Number) });
  });

  it('sends the provider a challenge, state and nonce, the languages, and no secret of the browser', async () => {
    const { headers } = await browser.get('/login/openid', { 'accept-language': 'nl-NL,de;q=0.5' });
    const { origin, searchParams } = new URL(String(headers.location));
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: CLIENT.id,
      response_type: 'code',
      redirect_uri: CLIENT.callback,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      ui_locales: 'nl de',
    });
    expect(new Set(['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name))).size).toBe(3);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^channel_openid=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', `/${'x'.repeat(5_000)}`])(
    'never redirects to %s',
    async (next) => {
      await somebody();
      const { pathname, origin } = new URL(await browser.signIn(next), CONSOLE);
      expect({ pathname, origin }).toEqual({ pathname: '/login', origin: CONSOLE });
    },
  );
});

describe('an identity that is refused', () => {
  it.each<[string, Parameters<typeof somebody>[0], (user: Awaited<ReturnType<typeof somebody>>) => unknown]>([
    ['has an address that is not verified', { claims: { email_verified: false } }, () => {}],
    ['has an address that is verified by a word', { claims: { email_verified: 'true' } }, () => {}],
    ['has no claim about its address', { claims: { email_verified: undefined } }, () => {}],
    ['has no address', { claims: { email: undefined } }, () => {}],
    ['has an unknown address', { claims: { email: 'nobody@example.com' } }, () => {}],
    ['has an address with NUL', { claims: { email: 'nobody\0@example.com' } }, () => {}],
    ['may not use the console', { permissions: ['transfers.drive'] }, () => {}],
    ['is switched off', {}, ({ id }) => server.db.user.update({ where: { id }, data: { disabledAt: NOW } })],
    ['is a system user', {}, ({ id }) => server.db.user.update({ where: { id }, data: { kind: 'system' } })],
    [
      'is not the one that the account is linked to',
      {},
      ({ id: userId }) =>
        server.db.openIdLink.create({
          data: { issuer: provider.issuer, subject: `earlier-${userId}`, userId, linkedAt: NOW },
        }),
    ],
    [
      'has an address that becomes that of the user by the lower case of other letters',
      {},
      async ({ id, subject }) => {
        await server.db.user.update({ where: { id }, data: { email: `kim${number}@example.com` } });
        const email = `\u212Aim${number}@example.com`;
        provider.people.set(subject, { email, email_verified: true });
        // The control: Postgres finds the two equal.
        expect(await server.db.$queryRaw`SELECT id FROM "user" WHERE lower(email) = lower(${email})`).toEqual([{ id }]);
      },
    ],
  ])('%s', async (_, of, arrange) => {
    const user = await somebody(of);
    await arrange(user);
    const before = await linksOf(user.id);
    expect(await browser.signIn('/orders')).toBe('/login?next=%2Forders&problem=refused');
    expect(browser.jar.size).toBe(0);
    expect(await viewer(browser)).toBe('UNAUTHENTICATED');
    expect(await linksOf(user.id)).toEqual(before);
  });

  it('is not refused without the reason', async () => {
    const { id } = await somebody();
    expect(await browser.signIn('/orders')).toBe('/login?next=%2Forders');
    expect(await viewer(browser)).toMatchObject({ id });
  });
});

describe('a callback', () => {
  it('is refused in another browser, which gets no session, and then works in its own', async () => {
    const user = await somebody();
    const callback = await browser.toCallback();
    const victim = openBrowser(server);
    expect(problem(String((await victim.get(callback)).headers.location))).toBe('expired');
    await victim.toCallback();
    expect(problem(String((await victim.get(callback)).headers.location))).toBe('expired');
    expect(victim.jar.size).toBe(0);
    expect((await browser.get(callback)).headers.location).toBe('/login');
    expect(await viewer(browser)).toMatchObject({ id: user.id });
  });

  it('works once, and so does its code, even for one who kept the cookie', async () => {
    await somebody();
    const callback = await browser.toCallback();
    const kept = browser.cookie();
    expect((await browser.get(callback)).headers.location).toBe('/login');
    expect(problem(String((await browser.get(callback)).headers.location))).toBe('expired');
    const { exchanges } = provider;
    const { headers } = await openBrowser(server).get(callback, { cookie: kept });
    expect(problem(String(headers.location))).toBe('failed');
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^channel_openid=;/)]);
    expect(provider.exchanges).toBe(exchanges + 1);
  });

  it.each<[string, (callback: URL) => void]>([
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43))],
    ['no state', ({ searchParams }) => searchParams.delete('state')],
  ])('with %s reaches no provider', async (_, change) => {
    await somebody();
    const callback = new URL(await browser.toCallback());
    const { exchanges } = provider;
    change(callback);
    expect(problem(String((await browser.get(callback.href)).headers.location))).toBe('expired');
    expect(provider.exchanges).toBe(exchanges);
  });

  it.each<[string, (callback: URL) => void]>([
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example')],
    ['no issuer', ({ searchParams }) => searchParams.delete('iss')],
    ['two states', ({ searchParams }) => searchParams.append('state', 'x')],
    ['another code', ({ searchParams }) => searchParams.set('code', 'x')],
    ['no code', ({ searchParams }) => searchParams.delete('code')],
  ])('with %s fails', async (_, change) => {
    await somebody();
    const callback = new URL(await browser.toCallback());
    change(callback);
    expect(problem(String((await browser.get(callback.href)).headers.location))).toBe('failed');
    expect(browser.jar.size).toBe(0);
  });

  it('with a cookie whose path was exchanged is one of no sign-in', async () => {
    await somebody();
    const callback = await browser.toCallback('/orders');
    const [secret, seconds] = browser.jar.get('channel_openid')?.split('.') ?? [];
    const cookie = `channel_openid=${secret}.${seconds}.${Buffer.from('/people').toString('base64url')}`;
    expect(problem(String((await openBrowser(server).get(callback, { cookie })).headers.location))).toBe('expired');
  });

  it('comes too late after ten minutes', async () => {
    await somebody();
    const callback = await browser.toCallback();
    server.setNow(new Date(NOW.getTime() + 600_000));
    expect(problem(String((await browser.get(callback)).headers.location))).toBe('expired');
    server.setNow(NOW);
    const earlier = await browser.toCallback();
    server.setNow(new Date(NOW.getTime() + 599_000));
    expect((await browser.get(earlier)).headers.location).toBe('/login');
  });

  it('gives no session to a user who was switched off in the meantime', async () => {
    const { id } = await somebody();
    await browser.signIn();
    const again = openBrowser(server);
    const callback = await again.toCallback();
    await server.db.user.update({ where: { id }, data: { disabledAt: NOW } });
    expect(problem(String((await again.get(callback)).headers.location))).toBe('refused');
    expect(again.jar.size).toBe(0);
    expect(await viewer(browser)).toBe('UNAUTHENTICATED');
  });

  it('of somebody who cancelled says so', async () => {
    provider.person = null;
    expect(await browser.signIn('/orders')).toBe('/login?next=%2Forders&problem=cancelled');
  });
});

describe('an answer of the provider fails the sign-in if', () => {
  const signed = (claims: object, isForeign?: boolean) => async (answer: { id_token: string }) => ({
    ...answer,
    id_token: await provider.sign(answer.id_token, claims, isForeign),
  });
  const past = () => Math.floor(Date.now() / 1_000) - 3_600;

  it.each<[string, NonNullable<TestProvider['spoil']>]>([
    ['its token has another nonce', signed({ nonce: 'another' })],
    ['its token has no nonce', signed({ nonce: undefined })],
    ['its token is of another issuer', signed({ iss: 'https://evil.example' })],
    ['its token is for another client', signed({ aud: 'another' })],
    ['its token was signed by another key', signed({}, true)],
    [
      'a claim of its token was changed',
      ({ id_token, ...more }) => {
        const [header, payload = '', signature] = id_token.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const other = Buffer.from(JSON.stringify({ ...claims, sub: 'subject-1' })).toString('base64url');
        return { ...more, id_token: [header, other, signature].join('.') };
      },
    ],
    [
      'its token is not signed',
      ({ id_token, ...more }) => {
        const header = Buffer.from('{"alg":"none"}').toString('base64url');
        return { ...more, id_token: `${header}.${id_token.split('.')[1]}.` };
      },
    ],
    ['it has no token', ({ id_token: _, ...more }) => more],
    ['it is no JSON', () => '<html>'],
    ['its subject is too long', signed({ sub: 'x'.repeat(256) })],
  ])('%s', async (_, spoil) => {
    await somebody();
    provider.spoil = spoil;
    expect(problem(await browser.signIn())).toBe('failed');
    expect(browser.jar.size).toBe(0);
  });

  it('its token has expired, by the clock of the server', async () => {
    await somebody();
    server.setNow(new Date());
    provider.spoil = signed({ exp: past() });
    expect(problem(await browser.signIn())).toBe('failed');
    provider.spoil = undefined;
    server.setNow(new Date(Date.now() + 2 * 3_600_000));
    expect(problem(await browser.signIn())).toBe('failed');
  });

  it('nothing of this holds (the control)', async () => {
    await somebody();
    provider.spoil = signed({});
    expect(await browser.signIn()).toBe('/login');
    server.setNow(new Date());
    expect(await browser.signIn()).toBe('/login');
  });
});

describe('a user who signed in by the provider', () => {
  it('loses session and streams within a second when an administrator switches the account off', async () => {
    const admin = await make.userWith([...STAFF, 'graphql.query', 'administration'], { clientId: null });
    const user = await somebody();
    await browser.signIn();
    const headers = { cookie: browser.cookie(), 'sec-fetch-site': 'same-origin' };
    const watched = await watchEvents(server.url, headers, consoleDocument(server, 'OrderNews'));
    expect(watched.state).toMatchObject({ status: 200, ended: false });
    const authorization = await bearerOf(server, admin.username);
    const change = (mutation: string) =>
      postGraphql(
        server,
        {
          query: `mutation ($id: SafeInt!) { ${mutation}(id: $id) { person { isDisabled } } }`,
          variables: { id: user.id },
        },
        { headers: { authorization } },
      );
    expect((await change('disableUser')).body.errors).toBeUndefined();
    await expect.poll(() => watched.state.ended, { timeout: SECOND, interval: 20 }).toBe(true);
    expect(await viewer(browser)).toBe('UNAUTHENTICATED');
    expect(problem(await openBrowser(server).signIn())).toBe('refused');
    await change('enableUser');
    expect(await viewer(browser)).toBe('UNAUTHENTICATED');
    expect(await browser.signIn()).toBe('/login');
    await watched.close();
  });

  it.each([
    ['the password is reset', 'resetPassword(id: $id) { __typename }'],
    ['the address is changed', 'updateUser(id: $id, input: { email: "successor@people.example" }) { __typename }'],
  ])('ends, and its identity opens the account no more, when %s', async (_, mutation) => {
    const admin = await make.userWith([...STAFF, 'graphql.query', 'administration'], { clientId: null });
    const user = await somebody();
    await browser.signIn();
    const authorization = await bearerOf(server, admin.username);
    const body = { query: `mutation ($id: SafeInt!) { ${mutation} }`, variables: { id: user.id } };
    expect((await postGraphql(server, body, { headers: { authorization } })).body.errors).toBeUndefined();
    expect(await viewer(browser)).toBe('UNAUTHENTICATED');
    expect(await linksOf(user.id)).toEqual([]);
  });

  it('can be linked anew after an administrator removed the link, which ends the session', async () => {
    const admin = await make.userWith([...STAFF, 'graphql.query', 'administration'], { clientId: null });
    const user = await somebody();
    await browser.signIn();
    const authorization = await bearerOf(server, admin.username);
    const unlink = `mutation ($id: SafeInt!) { unlinkOpenId(id: $id) { person { account { openIdLinkedAt state } } } }`;
    const send = () =>
      postGraphql(server, { query: unlink, variables: { id: user.id } }, { headers: { authorization } });
    const account = { openIdLinkedAt: null, state: 'passwordless' };
    expect((await send()).body.data).toEqual({ unlinkOpenId: { person: { account } } });
    expect((await send()).body.errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect(await viewer(browser)).toBe('UNAUTHENTICATED');
    provider.people.set('their new subject', { email: user.email, email_verified: true });
    provider.person = 'their new subject';
    const elsewhere = openBrowser(server);
    expect(await elsewhere.signIn()).toBe('/login');
    expect(await viewer(elsewhere)).toMatchObject({ id: user.id });
    expect(await linksOf(user.id)).toMatchObject([{ subject: 'their new subject' }]);
  });
});

it.each([3_600_000, -3_600_000])('works after the clock of the machine jumped by %i ms', async (jump) => {
  await somebody();
  const real = Date.now;
  const seconds = () => Math.floor(real() / 1_000);
  provider.spoil = async (answer) => ({
    ...answer,
    id_token: await provider.sign(answer.id_token, { iat: seconds(), nbf: seconds(), exp: seconds() + 600 }),
  });
  server.setNow(new Date());
  expect(await browser.signIn()).toBe('/login');
  const machine = vi.spyOn(Date, 'now').mockImplementation(() => real() + jump);
  try {
    expect(await openBrowser(server).signIn()).toBe('/login');
  } finally {
    machine.mockRestore();
  }
});

it('another site can neither begin a sign-in nor end the session by one', async () => {
  const user = await somebody();
  await browser.signIn();
  const { headers } = await browser.get('/login/openid', { 'sec-fetch-site': 'cross-site' });
  expect(headers.location).toBe('/login');
  expect(headers['set-cookie']).toBeUndefined();
  expect(await viewer(browser)).toMatchObject({ id: user.id });
});
