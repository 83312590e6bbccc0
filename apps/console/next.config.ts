import type { NextConfig } from 'next';

// Disables the telemetry of Next.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const root = new URL('../..', import.meta.url).pathname;

const config: NextConfig = {
  turbopack: { root: decodeURIComponent(root) },
  outputFileTracingRoot: decodeURIComponent(root),
  poweredByHeader: false,
  reactStrictMode: true,
  // The page `/crew` is above the folder of its service worker.
  headers: async () => [{ source: '/crew/sw.js', headers: [{ key: 'Service-Worker-Allowed', value: '/crew' }] }],
  // The console does not resize images; without its library the image optimizer responds with 500.
  images: { unoptimized: true },
  experimental: {
    swcPlugins: [['@lingui/swc-plugin', {}]],
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@mantine/dates', '@tabler/icons-react'],
  },
};

export default config;
