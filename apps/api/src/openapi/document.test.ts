import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { schema } from '@channel/graph';
import { loadSettings, openFacts } from '@channel/settings';
import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { apiDocument, DOCUMENT_FILE, textOf } from './document.ts';
import { wireForms } from './values.ts';

const document = apiDocument(loadSettings({}));

type Node = Record<string, unknown>;
type Visit = { node: Node; path: string };

/** Every object of the document with its path. */
function* nodes(value: unknown, path = ''): Generator<Visit> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { node: value as Node, path };
  for (const [name, inner] of Object.entries(value)) yield* nodes(inner, `${path}/${name}`);
}

const all = [...nodes(document)];
const membersOf = ({ node: { properties }, path }: Visit): [string, Node][] =>
  typeof properties === 'object' && properties !== null && !path.endsWith('/properties')
    ? Object.entries(properties as Record<string, Node>)
    : [];
const parameters = all.filter(({ node }) => typeof node.in === 'string' && node.schema !== undefined);

/** @returns the output of the linter; @throws for errors, and for warnings, which count as errors */
async function lint(file: string): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const config = join(import.meta.dirname, '..', '..', 'redocly.yaml');
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [join(dirname(cli), 'bin', 'cli.js'), 'lint', '--config', config, file],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' } },
  );
  return stderr;
}

/** Camel-case names of the schema: types, fields and arguments; names of enum values are also wire names. */
function* humps(): Generator<string> {
  for (const type of Object.values(schema.getTypeMap())) {
    yield type.name;
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield field.name;
      if ('args' in field) for (const { name } of field.args) yield name;
    }
  }
}
const foreign = new Set([...humps()].filter((name) => /[a-z][A-Z]/.test(name)));
const TERM = /^(mutation|resolver|subscription|fragment|scalar|argument|graphql|input type)s?$/i;

const graphqlWords = (text: string): string[] =>
  (text.match(/\w+/g) ?? []).filter((word) => foreign.has(word) || TERM.test(word));

describe('the published document', () => {
  it('is up to date: `npm run generate` writes it', () => {
    expect(readFileSync(DOCUMENT_FILE, 'utf8')).toBe(textOf(document));
  });

  it('passes the linter without a warning', async () => {
    expect(await lint(fileURLToPath(DOCUMENT_FILE))).toContain('Your API description is valid');
  });

  it('does not pass the linter with a warning', async () => {
    const { license: _, ...info } = document.info as Node;
    const file = join(mkdtempSync(join(tmpdir(), 'channel-lint-')), 'openapi.json');
    writeFileSync(file, textOf({ ...document, info }));
    await expect(lint(file)).rejects.toMatchObject({ stdout: expect.stringContaining('info-license') });
    rmSync(dirname(file), { recursive: true });
  });

  it('describes every schema, member, parameter, header and answer', () => {
    const silent = all.flatMap((visit) => [
      ...membersOf(visit).flatMap(([name, { description }]) => (description ? [] : [`${visit.path}.${name}`])),
      ...(/^\/components\/(schemas|headers|responses)\/[^/]+$/.test(visit.path) && !visit.node.description
        ? [visit.path]
        : []),
    ]);
    expect(silent).toEqual([]);
    expect(parameters.filter(({ node }) => !node.description)).toEqual([]);
    expect(parameters.length).toBeGreaterThan(50);
  });

  it('names every member and parameter in snake_case', () => {
    const names = [...all.flatMap(membersOf).map(([name]) => name), ...parameters.map(({ node }) => String(node.name))];
    const headers = parameters.filter(({ node }) => node.in === 'header').map(({ node }) => node.name);
    const isUnexpected = (name: unknown) => !/^[a-z0-9]+(_[a-z0-9]+)*(\[[a-z_]*\])*$/.test(String(name));
    expect(names.filter(isUnexpected).sort()).toEqual(headers.filter(isUnexpected).sort());
    expect(headers.filter((name) => !isUnexpected(name))).toEqual(['traceparent']);
  });

  it('marks every open fact of the table', () => {
    const marked = new Set(all.flatMap(({ node }) => [node['x-open-fact'] ?? []].flat()));
    expect([...marked].sort()).toEqual(openFacts.map(({ id }) => id).sort());
  });

  it('links every mark of an open fact to its row of the served table', () => {
    for (const { node, path } of all) {
      const ids = [node['x-open-fact'] ?? []].flat();
      const linked = [...String(node.description ?? '').matchAll(/\[([\w-]+)\]\(([^)]+)\)/g)];
      expect([path, linked.map(([, id, url]) => [id, url])]).toEqual([
        path,
        ids.map((id) => [id, `/docs/open-facts#${id}`]),
      ]);
    }
    const servers = [{ url: 'https://channel.test' }];
    expect(textOf(apiDocument(loadSettings({}), { servers }))).toContain(
      '(https://channel.test/docs/open-facts#malformed)',
    );
  });

  it('uses the names of the wire, not of GraphQL', () => {
    const texts = all.flatMap(({ node, path }) =>
      ['summary', 'description'].flatMap((name) => (typeof node[name] === 'string' ? [[path, node[name]]] : [])),
    );
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter(([, text = '']) => graphqlWords(text).length > 0)).toEqual([]);
    expect(graphqlWords('Null where `startsAt` is, see OrderUpdateInput; InCart is WhatsApp')).toEqual([
      'startsAt',
      'OrderUpdateInput',
    ]);
    expect(graphqlWords('A mutation with arguments')).toEqual(['mutation', 'arguments']);
  });

  it('has a webhook for each kind of event', () => {
    const kinds = (env: Record<string, string>) => Object.keys(apiDocument(loadSettings(env)).webhooks as Node);
    expect(kinds({})).toEqual(['order-updated']);
    expect(kinds({ EVENT_KINDS: '{"create":"order-created","update":"order-updated"}' })).toEqual([
      'order-created',
      'order-updated',
    ]);
    expect(kinds({ EVENT_KINDS: '{}' })).toEqual([]);
  });

  it('describes the input of a GET as query parameters, as a body, and for QUERY', () => {
    const gets = all.filter(({ path, node }) => /^\/paths\/.+\/get$/.test(path) && node['x-get-body'] !== undefined);
    expect(gets.length).toBeGreaterThan(8);
    for (const { path, node } of gets) {
      const own = all.filter((each) => each.path.startsWith(`${path}/parameters/`) && each.node.in === 'query');
      expect(own, path).not.toEqual([]);
      const queryForm = all.find((each) => each.path === path.replace(/get$/, 'x-query'));
      expect(queryForm?.node.requestBody).toMatchObject(node['x-get-body'] as Node);
    }
  });

  it('names no host', () => {
    expect(textOf(document)).not.toMatch(/localhost|127\.0\.0\.1|example\.com/);
  });

  it('knows each form of @wire', () => {
    for (const name of ['WireForm', 'WireNullForm']) {
      const type = schema.getType(name);
      if (!isEnumType(type)) throw new Error(`no enumeration ${name}`);
      expect(wireForms).toEqual(expect.arrayContaining(type.getValues().map((value) => value.name)));
    }
  });

  it('follows the settings', () => {
    const strict = textOf(apiDocument(loadSettings({ POS_PRODUCTS_MAX_PER_PAGE: '7' })));
    expect(strict).toContain('"maximum": 7');
    expect(textOf(document)).not.toContain('"maximum": 7,');
  });
});
