import type { Settings } from '@channel/settings';

/**
 * What every answer of the API tells browsers, whatever it is: not to guess its type, to tell nobody where they came from, to show it in no
 * frame, and to keep other sites from loading it. Pictures that pages of others show, and pages of our own, say more or less in their
 * place. The same for every request, and so written down once: a library that finds them anew each time would cost more than it brings.
 */
export function securityHeaders({ apiUrl }: Pick<Settings, 'apiUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(apiUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
