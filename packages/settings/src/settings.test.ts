import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFactsDocument, settingsDocument } from './documents.ts';
import { listSettings, loadSettings, SettingsError } from './load.ts';
import { openFacts } from './open-facts/index.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

const violationsOf = (env: Record<string, string>) => {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('no violation was thrown');
};

describe('loadSettings', () => {
  it('requires no variable', () => {
    const settings = loadSettings({});
    expect(settings.apiPort).toBe(4000);
    expect(settings.databaseUrl).toBeNull();
    expect(settings.permissions.drive).toBe('transfers.drive');
    expect(settings.webhookRetrySeconds).toHaveLength(10);
  });

  it('reads the environment, and treats a blank variable as absent', () => {
    const settings = loadSettings({
      API_PORT: '5000',
      HOLD_MINUTES: ' ',
      STRICT_SORT: 'yes',
      API_URL: 'https://a.example/',
    });
    expect(settings).toMatchObject({ apiPort: 5000, holdMinutes: 30, strictSort: true, apiUrl: 'https://a.example' });
  });

  it('lists all invalid variables at once, with the expected values', () => {
    const { violations, message } = violationsOf({
      API_PORT: '99999',
      CUT_OFF_UNIT: 'weeks',
      CSV_COLUMNS: 'id,password',
    });
    expect(violations.map(({ name }) => name)).toEqual(['API_PORT', 'CUT_OFF_UNIT', 'CSV_COLUMNS']);
    expect(message).toContain('API_PORT: expected a port number from 1 to 65535; it is "99999"');
    expect(message).toContain('one of none, minutes, hours, days');
  });

  it.each([
    ['API_PORT', '4000.5'],
    ['API_PORT', '0'],
    ['API_URL', 'example.com'],
    ['API_URL', 'http://example.com/path'],
    ['DEFAULT_VAT_PERCENTAGE', '21,5'],
    ['STRICT_SORT', 'maybe'],
    ['ENDPOINT_PERMISSIONS', '{"GET v1/orders": 1}'],
    ['ENDPOINT_PERMISSIONS', 'none'],
    ['NODE_ENV', 'prodution'],
    ['EVENT_KINDS', '{"update": "order-updated", "delete": "order-deleted"}'],
    ['ORDER_STATUS_MOVES', 'Booked'],
    ['ORDER_STATUS_MOVES', 'Booked>Cancelled,Booked>Foo'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,proxy.example'],
    ['DRAIN_SECONDS', '-1'],
    ['ORGANIZATION_REQUESTS', '-1'],
    ['ORGANIZATION_REQUESTS', '0.5'],
    ['ORGANIZATION_REQUESTS', '1e3'],
    ['ORGANIZATION_REQUESTS', 'many'],
    ['ORGANIZATION_REQUESTS', '1000001'],
    ['ORGANIZATION_REQUESTS', '99999999999'],
    ['ORGANIZATION_REQUESTS_SECONDS', '0'],
    ['ORGANIZATION_REQUESTS_SECONDS', '-60'],
    ['ORGANIZATION_REQUESTS_SECONDS', '0.5'],
    ['ORGANIZATION_REQUESTS_SECONDS', '1e3'],
    ['ORGANIZATION_REQUESTS_SECONDS', 'a minute'],
    ['ORGANIZATION_REQUESTS_SECONDS', '3601'],
    ['WEBHOOK_ALLOWED_RANGES', '10.0.0.0/33'],
    ['WEBHOOK_ALLOWED_RANGES', '127.0.0.1,localhost'],
    ['WEBHOOK_ALLOWED_RANGES', 'fd00::/129'],
    ['GRAPHQL_DOCUMENTS', join(import.meta.dirname, 'nothing')],
    ['GRAPHQL_DOCUMENTS', import.meta.filename],
    ['DATA_DIR', import.meta.filename],
    ['MEDIA_DIR', join(import.meta.filename, 'media')],
    ['DATA_DIR', join(import.meta.dirname, 'x'.repeat(300))],
    ['DATA_DIR', '/proc/x'],
    ['MEDIA_DIR', '/proc/x/media'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://mail.example/path'],
    ['SMTP_URL', 'smtps://user@mail.example'],
    ['SMTP_URL', 'smtps://user:%E0%A4%A@mail.example'],
    ['OPENID_ISSUER', 'login.example'],
    ['OPENID_ISSUER', 'http://login.example'],
    ['OPENID_ISSUER', 'http://127.0.0.1.login.example'],
    ['OPENID_ISSUER', 'https://user:password@login.example'],
    ['OPENID_ISSUER', 'https://login.example/?tenant=1'],
    ['OPENID_ISSUER', 'https://login.example/.well-known/openid-configuration'],
    ['PASSWORD_SIGN_IN', 'nobody'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@collector.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example/?key=1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4%A'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a%0D%0Ahost:b'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%'],
    ['OPERATOR_MAIL', 'Desk'],
    ['OPERATOR_MAIL', 'a@example.com,'],
    ['OPERATOR_MAIL', 'a@example.com, b@example.com, Desk <'],
    ['OPERATOR_MAIL', Array.from({ length: 11 }, (_each, n) => `a${n}@example.com`).join()],
    ['DEMO_MAILBOX', 'maybe'],
    ['MAIL_FROM', 'Desk'],
    ['MAIL_FROM', 'Desk <desk@example.com'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Desk\r\nBcc: all <desk@example.com>'],
  ])('refuses %s=%s', (name, value) => {
    expect(violationsOf({ [name]: value }).violations.map((violation) => violation.name)).toEqual([name]);
  });

  it('accepts quotas of organizations up to their bounds', () => {
    const bounds = (requests: string, seconds: string) =>
      loadSettings({ ORGANIZATION_REQUESTS: requests, ORGANIZATION_REQUESTS_SECONDS: seconds });
    expect(bounds('0', '1')).toMatchObject({ organizationRequests: 0, organizationRequestsSeconds: 1 });
    expect(bounds('1000000', '3600')).toMatchObject({
      organizationRequests: 1_000_000,
      organizationRequestsSeconds: 3_600,
    });
  });

  it('accepts an existing folder, or a path where a folder can be created', () => {
    const made = join(import.meta.dirname, 'nothing', 'yet');
    const env = { GRAPHQL_DOCUMENTS: import.meta.dirname, DATA_DIR: made, MEDIA_DIR: import.meta.dirname };
    const before = readdirSync(import.meta.dirname);
    expect(loadSettings(env)).toMatchObject({ graphqlDocuments: import.meta.dirname, dataDir: made });
    expect(readdirSync(import.meta.dirname)).toEqual(before);
  });

  it('reads where traces are sent, in the forms of OpenTelemetry', () => {
    const settings = loadSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/tenant/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key, x-tenant=7',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(settings).toMatchObject({
      tracesEndpoint: 'https://collector.example/tenant',
      tracesHeaders: { authorization: 'Bearer key', 'x-tenant': '7' },
      tracesRatio: 0.25,
    });
    expect(loadSettings({})).toMatchObject({ tracesEndpoint: null, tracesRatio: 0.1 });
  });

  it('never shows a secret', () => {
    const { message } = violationsOf({
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
      DATABASE_URL: 'mysql://root:hunter2@db',
      SECRET_KEY: 'too short',
      SMTP_URL: 'smtp//root:hunter2@mail.example',
    });
    expect(message).toContain('DATABASE_URL');
    expect(message).toContain('SMTP_URL: expected an address such as');
    expect(message).not.toMatch(/hunter2|too short/);
  });

  it('refuses a setting that was removed, and names the one that replaces it', () => {
    const { violations, message } = violationsOf({ METRICS: '1' });
    expect(violations.map(({ name }) => name)).toEqual(['METRICS']);
    expect(message).toContain('set METRICS_PORT');
    expect(loadSettings({ METRICS: '', METRICS_PORT: '9464' }).metricsPort).toBe(9_464);
    for (const [name, port] of [
      ['API_PORT', '9464'],
      ['API_PORT', '9465'],
      ['CONSOLE_PORT', '9465'],
    ] as const)
      expect(violationsOf({ METRICS_PORT: '9464', [name]: port }).violations.map((one) => one.name)).toEqual([
        'METRICS_PORT',
      ]);
    expect(loadSettings({ METRICS_PORT: '9464', API_PORT: '9463', CONSOLE_PORT: '9466' }).metricsPort).toBe(9_464);
    expect(violationsOf({ METRICS_PORT: '65535' }).violations.map(({ name }) => name)).toEqual(['METRICS_PORT']);
    // The worker has the port after it.
    for (const [port, others] of [
      ['4000', {}],
      ['3999', {}],
      ['3000', {}],
      ['2999', {}],
      ['9464', { API_PORT: '9465' }],
    ] as const)
      expect(violationsOf({ METRICS_PORT: port, ...others }).violations.map(({ name }) => name)).toEqual([
        'METRICS_PORT',
      ]);
    expect(loadSettings({ METRICS_PORT: '4001' }).metricsPort).toBe(4_001);
  });

  it('reads the addresses of the operator, which require a mail server', () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'desk@example.com' };
    const OPERATOR_MAIL = 'Night shift <ops@example.com>, on-call@example.com';
    expect(loadSettings({ ...mail, OPERATOR_MAIL }).operatorMail).toEqual([
      { name: 'Night shift', address: 'ops@example.com' },
      { name: '', address: 'on-call@example.com' },
    ]);
    expect(loadSettings(mail).operatorMail).toEqual([]);
    expect(violationsOf({ OPERATOR_MAIL }).violations.map(({ name }) => name)).toEqual(['SMTP_URL']);
    expect(loadSettings({ OPERATOR_MAIL, DEMO_MAILBOX: '1' }).operatorMail).toHaveLength(2);
  });

  it('reads a mail server and the sender, which it requires', () => {
    const MAIL_FROM = 'Canal Tours <desk@example.com>';
    expect(loadSettings({ SMTP_URL: 'smtps://desk%40example.com:p%3Ass@mail.example', MAIL_FROM })).toMatchObject({
      smtp: { host: 'mail.example', port: 465, isSecure: true, login: { user: 'desk@example.com', password: 'p:ss' } },
      mailFrom: { name: 'Canal Tours', address: 'desk@example.com' },
    });
    expect(loadSettings({ SMTP_URL: 'smtp://[::1]:2525/', MAIL_FROM: 'desk@example.com' })).toMatchObject({
      smtp: { host: '::1', port: 2525, isSecure: false, login: null },
      mailFrom: { name: '', address: 'desk@example.com' },
    });
    expect(loadSettings({})).toMatchObject({ smtp: null, mailFrom: null });
    expect(violationsOf({ SMTP_URL: 'smtp://mail.example' }).violations.map(({ name }) => name)).toEqual(['MAIL_FROM']);
  });

  it('reads a provider of sign-ins, and refuses a part of it', () => {
    const OPENID_ISSUER = 'https://login.example/realms/staff';
    const whole = { OPENID_ISSUER, OPENID_CLIENT_ID: 'console', PASSWORD_SIGN_IN: 'administrators' };
    expect(loadSettings({ ...whole, OPENID_CLIENT_SECRET: 's', OPENID_NAME: 'Example ID' })).toMatchObject({
      openIdIssuer: OPENID_ISSUER,
      openIdClientId: 'console',
      openIdClientSecret: 's',
      openIdName: 'Example ID',
      passwordSignIn: 'administrators',
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(loadSettings({ ...whole, OPENID_ISSUER: `http://${host}:9000` }).openIdIssuer).toContain(host);
    expect(loadSettings({})).toMatchObject({ openIdIssuer: null, passwordSignIn: 'everyone' });
    const names = (env: Record<string, string>) => violationsOf(env).violations.map(({ name }) => name);
    expect(names({ OPENID_ISSUER })).toEqual(['OPENID_CLIENT_ID']);
    for (const name of ['OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'PASSWORD_SIGN_IN'])
      expect(names({ [name]: 'administrators' })).toEqual(['OPENID_ISSUER']);
  });

  it('requires https for webhook receivers in production', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) };
    expect(violationsOf({ ...production, WEBHOOK_HTTPS_ONLY: '0' }).message).toContain(
      'WEBHOOK_HTTPS_ONLY: expected 1',
    );
    expect(loadSettings({ WEBHOOK_HTTPS_ONLY: '0', WEBHOOK_ALLOWED_RANGES: '127.0.0.1, fd00::/8' })).toMatchObject({
      webhookHttpsOnly: false,
      webhookAllowedRanges: ['127.0.0.1', 'fd00::/8'],
    });
  });

  it('requires a key in production', () => {
    expect(violationsOf({ NODE_ENV: 'production' }).violations.map(({ name }) => name)).toEqual(['SECRET_KEY']);
    expect(violationsOf({ NODE_ENV: 'production', SECRET_KEY: 'short' }).violations.map(({ name }) => name)).toEqual([
      'SECRET_KEY',
    ]);
    expect(loadSettings({ NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) }).isProduction).toBe(true);
    expect(['development', 'test', ''].filter((NODE_ENV) => loadSettings({ NODE_ENV }).isProduction)).toEqual([]);
  });

  it('requires the address for the server processes in addition to that of the owner', () => {
    const [one, other] = ['postgres://one@localhost/db', 'postgres://other@localhost/db'];
    expect(violationsOf({ DATABASE_OWNER_URL: one }).violations.map(({ name }) => name)).toEqual(['DATABASE_URL']);
    expect(loadSettings({ DATABASE_OWNER_URL: one, DATABASE_URL: other })).toMatchObject({ databaseOwnerUrl: one });
  });
});

describe('the documentation', () => {
  it('has one row per variable and per fact', () => {
    const names = listSettings().map(({ name }) => name);
    const ids = openFacts.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(ids).size).toBe(ids.length);
    const rows = openFactsDocument()
      .split('\n')
      .filter((line) => line.startsWith('| <a'));
    expect(rows).toHaveLength(ids.length);
  });

  it('links every fact to the settings that change it, and every setting to its facts', () => {
    const document = openFactsDocument();
    for (const { name, facts = [] } of listSettings()) {
      for (const id of facts) expect(document).toMatch(new RegExp(`^\\| <a id="${id}">.*\`${name}\``, 'm'));
    }
  });

  it('is up to date', () => {
    expect(readFileSync(join(docs, 'settings.md'), 'utf8')).toBe(settingsDocument());
    expect(readFileSync(join(docs, 'open-facts.md'), 'utf8')).toBe(openFactsDocument());
  });
});
