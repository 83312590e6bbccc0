import type { NextConfig } from 'next';

// Nothing of what happens here is reported to anybody.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const root = new URL('../..', import.meta.url).pathname;

const config: NextConfig = {
  turbopack: { root: decodeURIComponent(root) },
  outputFileTracingRoot: decodeURIComponent(root),
  poweredByHeader: false,
  reactStrictMode: true,
  // Nobody requests pictures in other sizes; without its library the address of the optimizer answers 500.
  images: { unoptimized: true },
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@mantine/dates', '@tabler/icons-react'],
  },
};

export default config;
