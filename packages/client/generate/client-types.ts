import { readFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The published document, and the types generated from it. */
export const DOCUMENT_FILE = new URL('../../../docs/openapi.json', import.meta.url);
export const TYPES_FILE = new URL('../src/generated/v1.ts', import.meta.url);

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The TypeScript of the client's types. */
export async function clientTypes(): Promise<string> {
  const document: unknown = JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8'));
  if (!isNode(document) || !isNode(document.paths)) throw new Error('docs/openapi.json is not an OpenAPI document.');
  for (const item of Object.values(document.paths)) nestQuery(document, item);
  // The generator validates the rest of the document.
  const types = await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false });
  return `// Generated from docs/openapi.json: \`npm run generate\`.\n\n${astToString(types)}`;
}

/**
 * The input of a GET is published as flat parameters (`filter[title]`) and, in `x-get-body`, as the equivalent nested
 * object. The types take the nested form.
 */
function nestQuery(document: Node, item: unknown): void {
  const get = isNode(item) ? item.get : undefined;
  if (!isNode(get) || !Array.isArray(get.parameters)) return;
  const name = /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(get['x-get-body'] ?? null))?.[1];
  if (name === undefined) return;
  const components = isNode(document.components) ? document.components : {};
  const input = isNode(components.schemas) ? components.schemas[name] : undefined;
  const members = isNode(input) && isNode(input.properties) ? Object.entries(input.properties) : [];
  get.parameters = [
    ...get.parameters.filter((parameter) => !isNode(parameter) || parameter.in !== 'query'),
    ...members.map(([member, schema]) => ({
      name: member,
      in: 'query',
      ...(isNode(schema) && schema.description ? { description: schema.description } : {}),
      schema,
    })),
  ];
}
