import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listSettings } from '@channel/settings';
import { root } from '../set-up/project.mjs';

/** An instruction of a Containerfile, such as `USER` and `10001:10001`. */
export type Instruction = { name: string; value: string };

/** The instructions in their order, each in one line, without comments. */
export const instructionsOf = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name, value };
    });

/** Variables of an image that are no settings of the programs. */
const OTHERS = ['HOME', 'NODE_COMPILE_CACHE', 'NPM_CONFIG_CACHE', 'NEXT_TELEMETRY_DISABLED'];
const COMPILERS = /(^|\s)(gcc|g\+\+|make|build-essential|python3?|curl|wget)(\s|$)/;

export type Expected = {
  /** The version of the project's own Node. */
  node: string;
  /** Folders of all workspaces. */
  workspaces: readonly string[];
};

/** What a Containerfile does that the programs, or whoever runs them, must not rely on; empty if all is well. */
export function containerfileViolations(text: string, { node, workspaces }: Expected): string[] {
  const instructions = instructionsOf(text);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const one = (name: string) => last.find((each) => each.name === name)?.value ?? '';
  const violations: string[] = [];
  const demand = (isMet: boolean, violation: string) => void (isMet || violations.push(violation));

  const base = instructions.find(({ name, value }) => name === 'ARG' && value.startsWith('BASE='))?.value ?? '';
  demand(base.includes(`/node:${node}-`), `BASE is not Node ${node}, on which the tests run: ${base}`);
  demand(
    instructions.filter(({ name }) => name === 'FROM').every(({ value }) => value.startsWith('${' + 'BASE}')),
    'a stage has another base',
  );
  const copied = instructions.flatMap(({ name, value }) => {
    const [, folder] = (name === 'COPY' && /^(\S+)\/package\.json /.exec(value)) || [];
    return folder ? [folder] : [];
  });
  const missing = workspaces.filter((each) => !copied.includes(each));
  demand(missing.length === 0, `no COPY of package.json of ${missing.join(', ')}`);

  demand(/^[1-9]\d*:[1-9]\d*$/.test(one('USER')), `USER is not a number other than 0: "${one('USER')}"`);
  for (const name of ['ENTRYPOINT', 'CMD']) demand(isExec(one(name)), `${name} is not in exec form: ${one(name)}`);
  const health = one('HEALTHCHECK').replace(/^(--\S+ )*CMD /, '');
  demand(isExec(health) && health.startsWith('["node"'), `HEALTHCHECK does not run node in exec form: ${health}`);
  for (const file of [...execOf(one('CMD')), ...execOf(health).slice(1)])
    demand(existsSync(join(root, file)), `there is no ${file}`);
  demand(one('STOPSIGNAL') === 'SIGTERM', 'STOPSIGNAL is not SIGTERM');
  demand(
    last.every(({ name, value }) => name !== 'RUN' || !COMPILERS.test(value)),
    'the last stage installs tools',
  );
  demand(
    last.every(({ name, value }) => !/^(COPY|ADD)$/.test(name) || !value.includes('--chown')),
    'the files of the programs can be changed by them',
  );

  const before = instructions.filter((each) => each.name === 'RUN' && !last.includes(each)).at(-1)?.value ?? '';
  demand(before.endsWith('chmod -R a+rX .'), 'files of a clone under a strict umask cannot be read');

  const variables = Object.fromEntries(
    [...one('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const settings = listSettings();
  const known = [...settings.map(({ name }) => name), ...OTHERS];
  for (const name of Object.keys(variables)) demand(known.includes(name), `ENV ${name} is no setting`);
  const volumes = [variables.DATA_DIR, variables.MEDIA_DIR];
  demand(JSON.stringify(execOf(one('VOLUME'))) === JSON.stringify(volumes), 'VOLUME is not DATA_DIR and MEDIA_DIR');
  const ports = ['API_PORT', 'CONSOLE_PORT'].map((name) => settings.find((each) => each.name === name)?.default);
  demand(one('EXPOSE') === ports.join(' '), `EXPOSE is not ${ports.join(' ')}`);
  return violations;
}

const isExec = (value: string): boolean => execOf(value).length > 0;

function execOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
