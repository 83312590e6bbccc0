import type { Settings } from '@channel/settings';

/**
 * The security headers of every answer: browsers must not guess its type, send a referrer or show it in a frame, and
 * other sites must not load it. Images that other sites show, and pages of this server, override some of them. They are
 * constant for all requests: a library that computes them for each request would cost more than it saves.
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
