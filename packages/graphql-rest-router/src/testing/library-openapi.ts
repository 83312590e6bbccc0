import { errorsAndMeta, type OpenApiOptions, openapi } from '../index.ts';
import { routes, schema } from './library.ts';

/** The OpenAPI document of the example domain. */
export function libraryDocument(options: Partial<OpenApiOptions> = {}): Record<string, unknown> {
  return openapi({
    schema,
    routes,
    envelope: errorsAndMeta,
    info: {
      title: 'Library',
      version: '1.0.0',
      description: 'Books and authors.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://library.test' }],
    tags: [{ name: 'Books', description: 'What can be read.' }],
    scalars: { Date: { type: 'string', format: 'date' }, SafeInt: { type: 'integer', format: 'int64' } },
    ...options,
  });
}
