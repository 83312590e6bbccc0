export { type Bookers, book, repeatedOf, startBookers, statusesOf, wrongOrders } from './bookers.ts';
export { ContractBroken, type Credentials, client, type Requested, type Served, type TestClient } from './client.ts';
export { clientThread, type Received, type Sending } from './client-thread.ts';
export { DEMO_TIMEOUT } from './demo.ts';
export {
  bearerOf,
  consoleDocument,
  type GraphqlAnswer,
  type GraphqlBody,
  postGraphql,
  signedIn,
} from './graphql.ts';
export type { Answer } from './http.ts';
export { longestTurn, maxTurn, shortestTurn } from './longest-turn.ts';
export { manifestFolder } from './manifest-folder.ts';
export { type ReplicaScene, replicaScene } from './replica-scene.ts';
export { serviceAccount, type TestServiceAccount } from './service-account.ts';
export { spoiling } from './spoil.ts';
export { type Memory, startProcess, type TestProcess } from './start-process.ts';
export { NOW, startServer, type TestServer, type TestServerOptions } from './start-server.ts';
