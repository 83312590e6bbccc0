import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { containerfileViolations } from './containerfile.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { workspaces, devDependencies } = JSON.parse(read('package.json'));
const expected = {
  node: String(devDependencies.node),
  workspaces: globSync(
    workspaces.map((each: string) => `${each}/package.json`),
    { cwd: root },
  ).map(dirname),
};
const text = read('Containerfile');

it('the Containerfile keeps the rules', () => {
  expect(expected.workspaces.length).toBeGreaterThan(10);
  expect(containerfileViolations(text, expected)).toEqual([]);
});

it.each([
  ['another Node', /node:[\d.]+-/, 'node:22.1.0-', 'BASE is not Node'],
  ['a base without a version', /node:[\d.]+-/, 'node:', 'BASE is not Node'],
  ['a workspace that is forgotten', /COPY packages\/lane.*\n/, '', 'no COPY of package.json of packages/lane'],
  ['root', 'USER 10001:10001', 'USER 0:0', 'USER is not a number'],
  ['no user', 'USER 10001:10001', '', 'USER is not a number'],
  ['a shell as process 1', 'ENTRYPOINT ["node"]', 'ENTRYPOINT node', 'ENTRYPOINT is not in exec form'],
  ['a health check by curl', /CMD \["node", "deploy.*/, 'CMD curl -f localhost:4000', 'HEALTHCHECK does not run node'],
  ['a program that does not exist', 'src/main.ts"]', 'src/mian.ts"]', 'there is no apps/api/src/mian.ts'],
  ['compilers', 'RUN groupadd', 'RUN apt-get install -y g++ && groupadd', 'the last stage installs tools'],
  ['a variable that is no setting', 'HOST=0.0.0.0', 'LISTEN=0.0.0.0', 'ENV LISTEN is no setting'],
  ['a folder that is no volume', 'MEDIA_DIR=/var/lib/channel-booking/media', 'MEDIA_DIR=/media', 'VOLUME is not'],
  ['files that nobody else reads', ' \\\n    && chmod -R a+rX .', '', 'under a strict umask cannot be read'],
  ['another port', 'EXPOSE 4000 3000', 'EXPOSE 8080', 'EXPOSE is not 4000 3000'],
  ['files that the programs own', 'COPY --from=build', 'COPY --chown=10001 --from=build', 'can be changed by them'],
])('finds %s', (_, from, to, violation) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  expect(containerfileViolations(changed, expected)).toEqual([expect.stringContaining(violation)]);
});

it('no secret, no history and no installed package gets into the build', () => {
  const ignored = read('.containerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', '**/.env', '**/*.env', 'deploy/compose/secrets', '**/.data']),
  );
  expect(read('.dockerignore')).toBe(read('.containerignore'));
});
