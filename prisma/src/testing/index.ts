export { type TestDatabase, testDatabase } from './database.ts';
export { startTestServer } from './server.ts';
