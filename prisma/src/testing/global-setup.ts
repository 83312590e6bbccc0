import { startTestServer } from './server.ts';

/** Vitest calls this once per run, and what it answers at the end. */
export default startTestServer;
