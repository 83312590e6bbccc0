import { loadSettings } from '@channel/settings';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiDocument } from '../../openapi/document.ts';

type Header = { name: string; required: boolean; schema: object };
type Webhook = { parameters: Header[]; requestBody: { content: { 'application/json': { schema: object } } } };
type Published = { webhooks: { 'order-updated': { post: Webhook } }; components: { schemas: object } };

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const { webhooks, components } = apiDocument(loadSettings({}), { exact: true }) as Published;
const { post } = webhooks['order-updated'];
const rooted = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/'));
ajv.addSchema({ $id: 'api', $defs: rooted(components.schemas) });
const body = ajv.compile(rooted(post.requestBody.content['application/json'].schema));

/** The violations of the published document in an event body; an undocumented member is a violation too. */
export function bodyErrors(value: unknown): string[] {
  return body(value) ? [] : (body.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The violations of the published document in the headers of a delivery. */
export function headerErrors(headers: Readonly<Record<string, unknown>>): string[] {
  return post.parameters.flatMap(({ name, required, schema }) => {
    const value = headers[name.toLowerCase()];
    const isFine = value === undefined ? !required : ajv.validate(schema, value);
    return isFine ? [] : [`${name}: ${value}`];
  });
}
