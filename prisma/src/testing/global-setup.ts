import { startTestServer } from './server.ts';

/** Vitest calls this once per run, and the returned function at the end. */
export default async () => (await startTestServer()).stop;
