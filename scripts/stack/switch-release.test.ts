import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownNode } from '../set-up/project.mjs';
import { freePort } from './ports.ts';
import { lead, previousOf, releaseOf } from './release-link.ts';
import { switchRelease } from './switch-release.ts';
import { type Switching, upgradeOptions } from './upgrade-options.ts';

/** No setting names it, so that it is the next free one. */
const wanting = { port: 23_000, setting: 'API_PORT', who: 'a test' } as const;

let home: string;
let link: string;
let switching: Switching;

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'channel-releases-')));
  link = join(home, 'current');
  const port = await freePort(wanting, '127.0.0.1');
  for (const name of ['one', 'two', 'broken']) release(name, port, name === 'broken' ? 503 : 200);
  symlinkSync(join(home, 'one'), link);
  const pid = join(home, 'pid');
  // As a service manager does: ends the program that runs, and starts the one to which the link leads.
  const restart = `if [ -f ${pid} ]; then kill $(cat ${pid}); while kill -0 $(cat ${pid}) 2> /dev/null; do sleep 0.05; done; fi
    '${ownNode}' ${link}/serve.mjs > /dev/null 2>&1 & echo $! > ${pid}`;
  switching = { link, restart, ready: [`http://127.0.0.1:${port}/readyz`], seconds: 5 };
});
afterEach(() => {
  try {
    process.kill(Number(readFileSync(join(home, 'pid'), 'utf8')));
  } catch {
    // None was started.
  }
  rmSync(home, { recursive: true });
});

function release(name: string, port: number, status: number): void {
  mkdirSync(join(home, name));
  writeFileSync(
    join(home, name, 'serve.mjs'),
    `import { createServer } from 'node:http';
     createServer((_, response) => response.writeHead(${status}).end('${name}')).listen(${port}, '127.0.0.1');`,
  );
}

const served = async () => (await fetch(switching.ready[0] ?? '')).text();
const leads = () => releaseOf(link).slice(home.length + 1);

describe('switching', () => {
  it('runs the programs from the new release, and returns', async () => {
    await switchRelease(switching, join(home, 'two'));
    expect([leads(), await served(), previousOf(link)]).toEqual(['two', 'two', join(home, 'one')]);
    await switchRelease(switching, previousOf(link));
    expect([leads(), await served(), previousOf(link)]).toEqual(['one', 'one', join(home, 'two')]);
  });

  it('returns by itself when the new release does not become ready', async () => {
    const switched = switchRelease(switching, join(home, 'broken'));
    await expect(switched).rejects.toThrow(/is not ready after 5 s: 503 broken[\s\S]*one runs again/);
    expect([leads(), await served()]).toEqual(['one', 'one']);
  }, 60_000);

  it('returns when the restart fails, and says so when neither can be started', async () => {
    const only = (name: string) => ({
      ...switching,
      restart: `case $(readlink ${link}) in */${name}) ;; *) exit 3;; esac; ${switching.restart}`,
    });
    await expect(switchRelease(only('one'), join(home, 'two'))).rejects.toThrow('one runs again');
    expect([leads(), await served()]).toEqual(['one', 'one']);
    await expect(switchRelease(only('none'), join(home, 'two'))).rejects.toThrow('Neither release is ready');
    expect(leads()).toBe('one');
  });
});

describe('the link', () => {
  it('is refused when it is none, leads nowhere, or has no previous one; nothing changes', () => {
    for (const wrong of [join(home, 'one'), join(home, 'absent')]) {
      expect(() => lead(wrong, join(home, 'two'))).toThrow('must be a symbolic link');
    }
    symlinkSync(join(home, 'nothing'), join(home, 'lost'));
    expect(() => lead(join(home, 'lost'), join(home, 'two'))).toThrow('must be a symbolic link');
    expect(() => previousOf(link)).toThrow('none to go back to');
    expect(leads()).toBe('one');
  });

  it('keeps the release before as the previous one when the same is given again', () => {
    lead(link, join(home, 'two'));
    lead(link, join(home, 'two'));
    expect(previousOf(link)).toBe(join(home, 'one'));
  });
});

it.for([
  [['--link', 'current'], '--link and --restart are given together'],
  [['--restart', 'true'], '--link and --restart are given together'],
  [['--back'], '--back needs --link and --restart'],
  [['--prepared'], '--prepared needs --link and --restart'],
  [['--prepared', '--back', '--link', 'l', '--restart', 'r'], '--prepared needs --link and --restart, without --back'],
  [['--link', 'current', '--restart', 'true', '--ready', 'file:///etc'], '--ready must be an address'],
  [['--link', 'l', '--restart', 'r', '--ready-seconds', '0'], '--ready-seconds must be'],
  [['--unknown'], '--help lists the options'],
  [['more'], '--help lists the options'],
] as const)('npm run upgrade %j is refused', ([args, message]) => {
  expect(() => upgradeOptions([...args], 'http://localhost:4000')).toThrow(message);
});

it('the default is a backup, and the readiness of the API', () => {
  const { backup, switching: given } = upgradeOptions(['--link', 'l', '--restart', 'r'], 'https://api.example.com');
  expect([backup, given?.ready]).toEqual([true, ['https://api.example.com/readyz']]);
});
