import { type Settings, SettingsError } from '@channel/settings';

/**
 * Checks that every endpoint in `ENDPOINT_PERMISSIONS` is an endpoint of v1 that requires a login: no other endpoint
 * checks the permission.
 *
 * @throws {SettingsError} that names the other endpoints
 */
export async function checkEndpointPermissions(settings: Settings): Promise<void> {
  const named = Object.keys(settings.endpointPermissions);
  if (named.length === 0) return;
  // Loads the whole schema, which few installations need at this point.
  const { routesOf } = await import('./http/v1.ts');
  const known = new Set(
    routesOf({ settings })
      .filter((route) => !route.public)
      .flatMap(({ methods, path }) => methods.map((method) => `${method} ${asWritten(path)}`)),
  );
  const unknown = named.filter((endpoint) => !known.has(endpoint));
  if (unknown.length === 0) return;
  const expected = `endpoints that require a login, as docs/openapi.json and /docs/reference list them (such as "PUT v1/orders/{order}"); ${unknown.map((endpoint) => JSON.stringify(endpoint)).join(', ')} ${unknown.length === 1 ? 'is not one of them' : 'are not among them'}`;
  throw new SettingsError([{ name: 'ENDPOINT_PERMISSIONS', expected }]);
}

/** The path of a route as in the document and the setting: `v1/orders/{order}`. */
const asWritten = (path: string): string => path.slice(1).replace(/:(\w+)/g, '{$1}');
