import { loadSettings } from '@channel/settings';
import { describe, expect, it } from 'vitest';
import { apiDocument } from '../openapi/document.ts';
import { contractOf } from './contract.ts';

const contract = contractOf(apiDocument(loadSettings({}), { exact: true }));

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '7d444840-9dc0-41f1-b245-5ffdce74fad2',
  'cache-control': 'no-store',
};
const OF_SUCCESS = { 'content-language': 'en' };
type Parts = { status?: number; headers?: Record<string, string | undefined>; json?: unknown; text?: string };

function judge(method: string, path: string, { status = 200, headers = {}, json, text }: Parts) {
  const all = Object.entries({ ...HEADERS, ...(status < 300 ? OF_SUCCESS : {}), ...headers }).filter(
    ([, value]) => value !== undefined,
  );
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  return contract(method, path, {
    status,
    headers: Object.fromEntries(all),
    text: body,
    bytes: Buffer.from(body),
    json,
    data: () => {
      throw new Error('No request is expected.');
    },
  });
}

const tokens = (data: unknown, more: Parts = {}) =>
  judge('POST', '/v1/tokens', { status: 201, json: { data }, ...more });
const pair = { access_token: 'a', refresh_token: 'b' };
const CACHED = { etag: '"x"', vary: 'X-Lang, Authorization' };
const httpErrorBody = { errors: null, meta: { message: 'No.', tracking_id: null } };
const labels = (json: unknown, more: Parts = {}) => judge('GET', '/v1/labels', { json, headers: CACHED, ...more });

describe('the contract', () => {
  it('accepts described answers', () => {
    expect(tokens(pair)).toEqual([]);
    expect(tokens(undefined, { status: 401, json: httpErrorBody })).toEqual([]);
    expect(labels({ data: ['a'] })).toEqual([]);
    expect(judge('QUERY', '/v1/labels', { json: { data: [] }, headers: CACHED })).toEqual([]);
    expect(
      judge('GET', '/v1/orders/export', {
        text: 'id\r\n',
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' },
      }),
    ).toEqual([]);
    expect(judge('DELETE', '/v1/tokens/1', { status: 204, headers: { 'content-type': undefined } })).toEqual([]);
    expect(judge('GET', '/v1/nothing', { status: 404, json: httpErrorBody })).toEqual([]);
    expect(judge('POST', '/v1/labels', { status: 405, json: httpErrorBody, headers: { allow: 'GET' } })).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['another status', tokens(pair, { status: 200 })],
    ['a missing member', tokens({ access_token: 'a' })],
    ['a further member', tokens({ ...pair, expires_in: 1 })],
    ['another type', tokens({ ...pair, access_token: 1 })],
    ['a further member of the envelope', labels({ data: [], meta: {} })],
    ['an invalid date', judge('GET', '/v1/pos/roles/1/products/1/rates/dates-availability', { json: ['2026-02-30'] })],
    ['another content type', labels({ data: [] }, { headers: { ...CACHED, 'content-type': 'application/json' } })],
    ['a missing header', labels({ data: [] }, { headers: {} })],
    ['an id that is no UUID', labels({ data: [] }, { headers: { ...CACHED, 'x-request-id': '7' } })],
    ['an undocumented header', labels({ data: [] }, { headers: { ...CACHED, 'x-secret': '1' } })],
    ['a status that is not listed', judge('GET', '/v1/labels', { status: 409, json: httpErrorBody })],
    ['no language', labels({ data: [] }, { headers: { ...CACHED, 'content-language': undefined } })],
    ['a body with 204', judge('DELETE', '/v1/tokens/1', { status: 204, json: {} })],
    [
      'the `HttpError` form for missing credentials',
      judge('GET', '/v1/labels', { status: 401, json: httpErrorBody, headers: { 'www-authenticate': 'Bearer' } }),
    ],
    ['the bare form for a refused login', tokens(undefined, { status: 401, json: { message: 'No.' } })],
    ['422 without a member', judge('POST', '/v1/tokens', { status: 422, json: { ...httpErrorBody, errors: {} } })],
    [
      '500 under another id',
      judge('GET', '/v1/labels', { status: 500, json: { errors: null, meta: { message: 'Oh.', tracking_id: 'x' } } }),
    ],
    ['405 without Allow', judge('POST', '/v1/labels', { status: 405, json: httpErrorBody })],
    ['a success of an unknown path', judge('GET', '/v1/nothing', { json: { data: [] } })],
    ['a success of an unknown method', judge('POST', '/v1/labels', { json: { data: [] } })],
    ['a refusal beside v1 of another form', judge('GET', '/media/1/x', { status: 404, json: { error: 'no' } })],
    ['401 without WWW-Authenticate', judge('GET', '/v1/labels', { status: 401, json: { message: 'No.' } })],
    ['429 without Retry-After', tokens(undefined, { status: 429, json: httpErrorBody })],
  ])('rejects %s', (_what, fieldErrors) => {
    expect(fieldErrors).not.toEqual([]);
  });
});
