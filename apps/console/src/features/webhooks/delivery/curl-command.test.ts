import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand, headerLines } from './curl-command.ts';

/** The arguments that a shell passes to `curl`. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('curlCommand', () => {
  it('quotes special characters for the shell', () => {
    const body = `{"name":"O'Brien $(rm -rf /) \`x\` \\\\ \\n \\" !!","text":"a\nb\tZoë 🎈"}`;
    const url = "https://shop.example/in?a=1&b='x'";
    const headers = { 'webhook-id': 'ab-1', 'webhook-signature': 'v1,abc= v1,def=', 'x-note': "it's $HOME" };
    expect(wordsOf(curlCommand({ url, headers, body }))).toEqual([
      '-X',
      'POST',
      url,
      '-H',
      'webhook-id: ab-1',
      '-H',
      'webhook-signature: v1,abc= v1,def=',
      '-H',
      "x-note: it's $HOME",
      '--data-binary',
      body,
    ]);
  });
});

describe('headerLines', () => {
  it('returns a line for each header value, and ignores values that are not strings', () => {
    expect(headerLines({ a: 'b', 'set-cookie': ['c', 'd'], e: 5 })).toEqual([
      ['a', 'b'],
      ['set-cookie', 'c'],
      ['set-cookie', 'd'],
    ]);
    expect([headerLines(null), headerLines('x'), headerLines(undefined)]).toEqual([[], [], []]);
  });
});
