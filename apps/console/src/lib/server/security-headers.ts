/**
 * The security headers of every response of the console's port. The content security policy differs by request and is
 * added by `src/proxy.ts`.
 *
 * @param consoleUrl the public URL of the console, as configured by the operator
 */
export const securityHeaders = (consoleUrl = ''): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  // URLs of the order list contain the search text, which may be the name of a passenger.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(consoleUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});
