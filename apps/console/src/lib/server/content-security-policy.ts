import { publicApiAddress } from './api-address.ts';

/**
 * What a page may load and run: scripts of this console that carry the nonce, pictures of the API, nothing of others.
 * Styles may stand in attributes, because the components of Mantine set sizes and colours there.
 */
export function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    // React's development build explains errors by `eval`.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${publicApiAddress()}`,
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
