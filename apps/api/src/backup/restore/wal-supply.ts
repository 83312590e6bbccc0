import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, explainFiles } from '../errors.ts';
import { parseSegmentName } from '../postgres/lsn.ts';
import { sha256 } from '../repository/files.ts';
import type { Repository } from '../repository/repository.ts';
import { archivedSegments, headerProblem, histories, readSegment } from '../repository/wal-files.ts';
import type { Continuation } from '../repository/windows.ts';
import type { Owner } from './untar.ts';

/**
 * Answers Postgres's requests for WAL. Its `restore_command` is a shell script that leaves a request in a folder and
 * waits; this process verifies and unpacks the segment. So Postgres needs no access to the repository, and damaged WAL
 * ends the recovery instead of shortening it.
 */
export type WalSupply = {
  restoreCommand: string;
  /** Why the recovery was ended, if it was. */
  problem: unknown;
  stop(): Promise<void>;
};

/** While this file exists, a segment without an answer is the end of the WAL. It can be deleted also on a full disk. */
const SOUND = 'sound';

/**
 * After so many turns without an answer the process that answers is gone. Postgres takes 1 for the end of the WAL, and
 * ends the recovery at 200.
 */
const SCRIPT = `#!/bin/sh
d="\${0%/*}"
case "$1" in
*.history) [ -e "$d/$1" ] || exit 1; cp "$d/$1" "$2" || exit 200; exit 0 ;;
esac
: > "$d/requests/$1" || exit 200
turns=0
while [ -e "$d/requests/$1" ]; do
  turns=$((turns + 1))
  [ "$turns" -gt 12000 ] && exit 200
  sleep 0.01
done
[ -e "$d/${SOUND}" ] || exit 200
[ -e "$d/$1" ] || exit 1
mv "$d/$1" "$2" || exit 200
`;

const TURN = 5;
/** Segments that are unpacked before they are requested. */
const AHEAD = 3;

export async function supplyWal(
  repository: Repository,
  timeline: number,
  wal: Continuation,
  folder: string,
  owner: Owner,
): Promise<WalSupply> {
  const requests = join(folder, 'requests');
  const own = async (path: string) => owner && chown(path, owner.uid, owner.gid);
  for (const path of [folder, requests]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await own(path);
  }
  const script = join(folder, 'restore.sh');
  const put = async (name: string, content: string | Buffer) => {
    const unfinished = join(folder, `.${name}`);
    await writeFile(unfinished, content, { mode: 0o600 });
    await own(unfinished);
    await rename(unfinished, join(folder, name));
  };
  await put('restore.sh', SCRIPT);
  await put(SOUND, '');
  await chmod(script, 0o700);
  for (const [name, text] of await histories(repository)) await put(name, text);

  const contents = new Contents(repository, timeline, wal);
  const supply: WalSupply = { restoreCommand: commandFor(script), problem: undefined, stop };
  const answer = async (name: string) => {
    try {
      const content = await contents.take(name);
      if (content) await put(name, content);
    } catch (error) {
      supply.problem ??= explainFiles(error, `The folder ${folder} or of the WAL`);
      await rm(join(folder, SOUND), { force: true });
    }
    await rm(join(requests, name), { force: true });
  };
  let running = true;
  const turns = (async () => {
    while (running) {
      for (const name of await readdir(requests)) await answer(name);
      await new Promise((resolve) => setTimeout(resolve, TURN));
    }
  })().catch((error: unknown) => {
    supply.problem ??= error;
  });
  async function stop() {
    running = false;
    await turns;
  }
  return supply;
}

/** `%` is special for Postgres, quotes are for the shell. */
const commandFor = (script: string): string =>
  `/bin/sh '${script.replaceAll('%', '%%').replaceAll("'", `'\\''`)}' "%f" "%p"`;

/** The segments by Postgres's names; the next ones are unpacked while Postgres replays. */
class Contents {
  readonly #repository: Repository;
  readonly #timeline: number;
  readonly #wal: Continuation;
  readonly #ready = new Map<string, Promise<Buffer>>();

  constructor(repository: Repository, timeline: number, wal: Continuation) {
    this.#repository = repository;
    this.#timeline = timeline;
    this.#wal = wal;
  }

  async take(name: string): Promise<Buffer | undefined> {
    const { segments, partial } = this.#wal;
    const at = segments.findIndex((segment) => segment.name === name);
    if (at === -1) return partial?.name === name ? readPartial(this.#repository, this.#timeline, partial) : undefined;
    const content = this.#read(at);
    for (let next = at + 1; next <= at + AHEAD; next++) this.#read(next)?.catch(() => {});
    this.#ready.delete(name);
    return content;
  }

  #read(at: number): Promise<Buffer> | undefined {
    const segment = this.#wal.segments[at];
    if (!segment) return undefined;
    const reading = this.#ready.get(segment.name) ?? readSegment(this.#repository, this.#timeline, segment);
    this.#ready.set(segment.name, reading);
    return reading;
  }
}

/**
 * The unfinished segment, as far as its status vouches for it, filled up with zeros. A running
 * archiver may have completed it since.
 *
 * @throws {BackupError} when it is damaged
 */
export async function readPartial(
  repository: Repository,
  timeline: number,
  partial: NonNullable<Continuation['partial']>,
): Promise<Buffer> {
  const { file, name, size } = partial;
  const { segment } = parseSegmentName(name, repository.segmentSize) ?? { segment: -1n };
  const found = await readFile(file).catch(async (error: unknown) => {
    const completed = (await archivedSegments(repository, timeline)).find((each) => each.segment === segment);
    if (completed) return readSegment(repository, timeline, completed);
    throw error;
  });
  const known = found.subarray(0, size);
  if (sha256(known) !== partial.sha256)
    throw new BackupError(`${file} is damaged: its content does not match its hash`);
  const problem = headerProblem(repository, timeline, segment, known);
  if (problem) throw new BackupError(`${file} ${problem}`);
  return Buffer.concat([known], repository.segmentSize);
}
