import { type Settings, SettingsError } from '@channel/settings';

/**
 * Checks that every endpoint which `ENDPOINT_PERMISSIONS` names is one of v1 that demands a login: a permission for another
 * one would be demanded nowhere.
 *
 * @throws {SettingsError} that names those that are not
 */
export async function demandKnownEndpoints(settings: Settings): Promise<void> {
  const named = Object.keys(settings.endpointPermissions);
  if (named.length === 0) return;
  // The table brings the whole schema, which few installations need before they start.
  const { routesOf } = await import('./http/v1.ts');
  const known = new Set(
    routesOf({ settings })
      .filter((route) => !route.public)
      .flatMap(({ methods, path }) => methods.map((method) => `${method} ${asWritten(path)}`)),
  );
  const unknown = named.filter((endpoint) => !known.has(endpoint));
  if (unknown.length === 0) return;
  const expected = `endpoints that demand a login, as docs/openapi.json and /docs/reference list them (such as "PUT v1/orders/{order}"); ${unknown.map((endpoint) => JSON.stringify(endpoint)).join(', ')} ${unknown.length === 1 ? 'is none' : 'are none'}`;
  throw new SettingsError([{ name: 'ENDPOINT_PERMISSIONS', expected }]);
}

/** The path of a route as the document and the setting have it: `v1/orders/{order}`. */
const asWritten = (path: string): string => path.slice(1).replace(/:(\w+)/g, '{$1}');
