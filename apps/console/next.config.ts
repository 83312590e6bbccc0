import type { NextConfig } from 'next';

// Nothing of what happens here is reported to anybody.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const root = new URL('../..', import.meta.url).pathname;

/** What every answer says; the content security policy differs per request and is set in `src/proxy.ts`. */
const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  // Addresses of the order list hold what was searched for, which may be the name of a guest.
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
];

const config: NextConfig = {
  turbopack: { root: decodeURIComponent(root) },
  outputFileTracingRoot: decodeURIComponent(root),
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@mantine/dates', '@tabler/icons-react'],
  },
  headers: async () => [{ source: '/:path*', headers }],
};

export default config;
