import { publicApiAddress } from './api-address.ts';

/**
 * The content security policy of a page: scripts of this console with the nonce, images of the API, nothing from other
 * origins. Inline styles are allowed, because Mantine components set sizes and colours in attributes.
 */
export function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    // React's development build uses `eval` for error messages.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${publicApiAddress()}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    // The service worker and the manifest of the page of drivers and guides. Without it, 'strict-dynamic' applies.
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
