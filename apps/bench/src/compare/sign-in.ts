import type { Server } from '../processes.ts';
import type { Viewers } from '../world/load-world.ts';

/**
 * Access tokens for users of the demo world, by v1: the tables of tokens may differ between two commits.
 *
 * @throws when a login is refused
 */
export async function signInByV1({ port }: Pick<Server, 'port'>): Promise<Viewers> {
  const v1 = async (path: string, init: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/${path}`, init);
    if (!answer.ok)
      throw new Error(`/v1/${path} was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    return (await answer.json()) as { data: { access_token: string; roles: { id: number }[] } };
  };
  const tokenOf = async (name: string) => {
    const body = JSON.stringify({ email: `${name}@demo.example`, password: `${name}-demo` });
    const headers = { 'content-type': 'application/json' };
    return (await v1('tokens', { method: 'POST', headers, body })).data.access_token;
  };
  const [staff, partner] = [await tokenOf('staff'), await tokenOf('partner')];
  const profile = await v1('profile', { headers: { authorization: `Bearer ${partner}` } });
  return { staff, partner, partnerRole: profile.data.roles[0]?.id ?? 0 };
}
