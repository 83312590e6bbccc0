/**
 * What every answer of the console's port tells browsers, whatever it is; the content security policy differs by request and is added by
 * `src/proxy.ts`.
 *
 * @param consoleUrl the address of the console, as an operator sets it
 */
export const securityHeaders = (consoleUrl = ''): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  // Addresses of the order list hold what was searched for, which may be the name of a guest.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(consoleUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});
