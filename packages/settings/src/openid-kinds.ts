import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** A server of this machine needs no TLS. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The issuer of an OpenID Connect provider, as it is given. */
export const issuer: Kind<string> = {
  schema: z.string().refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url || url.search || url.hash || url.username || url.password || url.pathname.includes('/.well-known/'))
      return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  }),
  expected: 'an https address such as https://login.example.com/realms/staff (http only for this machine)',
};
