import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { LOCALE_HEADER, preferredLocale } from '#lib/locale.ts';
import { loginPath, safePath } from '#lib/safe-path.ts';
import { checkSession } from '#lib/server/check-session.ts';
import { contentSecurityPolicy } from '#lib/server/content-security-policy.ts';
import { PATH_HEADER } from '#lib/server/path-header.ts';

/**
 * Runs before every page, including prefetches: requires a session, and adds the content security policy to the
 * response.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const response = await answerTo(request, nonce, policy);
  response.headers.set('content-security-policy', policy);
  return response;
}

async function answerTo(request: NextRequest, nonce: string, policy: string): Promise<NextResponse> {
  const { pathname, search, searchParams } = request.nextUrl;
  // Drivers and guides have no session of the console. Their page has no data; its own session is checked by the API.
  if (pathname === '/crew') return passOn(request, nonce, policy, null);
  const session = await checkSession(request.headers);
  const atLogin = pathname === '/login';
  // A visitor with a link to set a password can't sign in yet, nor can one who needs such a link.
  const isForVisitors = ['/welcome', '/forgot-password'].includes(pathname);
  if (!atLogin && !isForVisitors && session.state === 'ended')
    return redirectTo(request, loginPath(`${pathname}${search}`));
  if (atLogin && session.state === 'open') return redirectTo(request, safePath(searchParams.get('next')));

  const response = passOn(request, nonce, policy, session.language);
  for (const cookie of session.setCookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** Lets Next answer. @param language the language that the visitor chose, if any */
function passOn(request: NextRequest, nonce: string, policy: string, language: string | null): NextResponse {
  const { pathname, search } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  headers.set(LOCALE_HEADER, preferredLocale(language, request.headers.get('accept-language')));
  headers.set(PATH_HEADER, `${pathname}${search}`);
  return NextResponse.next({ request: { headers } });
}

const redirectTo = (request: NextRequest, path: string) => NextResponse.redirect(new URL(path, request.nextUrl));

export const config = {
  matcher: [
    '/((?!graphql$|crew/(?:graphql|sw.js|manifest.webmanifest|icon-\\d+.png)$|exports/orders$|login/openid(?:/callback)?$|staff/|_next/static/|icon.svg$).*)',
  ],
};
