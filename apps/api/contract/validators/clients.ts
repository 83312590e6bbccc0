import { startFamily } from '@channel/auth';
import type { TestServer } from '../../src/testing/index.ts';
import type { Client } from './poller.ts';
import { type Read, readsOf, urlOf } from './reads.ts';
import type { Scene } from './scene.ts';

/** A client of a user in a language, and the URLs of its reads. */
export type Polling = { client: Client; reads: (Read & { url: string })[] };

type Known = Pick<TestServer, 'db' | 'settings'> & { now: Date };

/** A client of each user of the scene; that of the partner in two languages. */
export async function clientsOf({ db, settings, now }: Known, scene: Scene): Promise<Polling[]> {
  const pollings: Polling[] = [];
  for (const [name, user] of Object.entries(scene.users)) {
    const { accessToken } = await startFamily(db, user.id, now, settings);
    const authorization = `Bearer ${accessToken}`;
    const reads = readsOf({ settings }, scene, user.role.id).map((read) => ({ ...read, url: urlOf(read) }));
    const languages = name === 'partner' ? ['en', 'nl'] : ['en'];
    for (const language of languages)
      pollings.push({ client: { name: `${name} ${language}`, headers: { authorization, 'x-lang': language } }, reads });
  }
  return pollings;
}
