import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chown, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { BackupError } from '../errors.ts';

/** Size and hash of each file of a data directory, by its path. */
export type Extracted = Map<string, { size: number; sha256: string }>;

export type Owner = { uid: number; gid: number } | undefined;

const BLOCK = 512;
/** Types of entries: files, and folders; Postgres has links for tablespaces alone, which are not covered. */
const [FILE, FOLDER] = ['0', '5'];

type Entry = { path: string; handle: FileHandle; hash: Hash; size: number; rest: number; padding: number };

/**
 * Unpacks the archive of a data directory into a new folder.
 *
 * @throws {BackupError} when the archive is damaged or names a path outside of the folder
 */
export async function unpack(archive: string, folder: string, owner: Owner): Promise<Extracted> {
  const damaged = (what: string) => new BackupError(`${archive} is damaged: ${what}`);
  const extracted: Extracted = new Map();
  let [waiting, entry, skip, ended]: [Buffer, Entry | undefined, number, boolean] = [
    Buffer.alloc(0),
    undefined,
    0,
    false,
  ];
  const finish = async (done: Entry) => {
    await done.handle.close();
    if (owner) await chown(join(folder, done.path), owner.uid, owner.gid);
    extracted.set(done.path, { size: done.size, sha256: done.hash.digest('hex') });
    skip = done.padding;
    entry = undefined;
  };
  const unpacked = createReadStream(archive, { highWaterMark: 1 << 20 }).on('error', (error) => stream.destroy(error));
  const stream = unpacked.pipe(createZstdDecompress());
  try {
    for await (const chunk of stream) {
      let data: Buffer = waiting.length > 0 ? Buffer.concat([waiting, chunk]) : chunk;
      waiting = Buffer.alloc(0);
      while (data.length > 0 && !ended) {
        if (skip > 0) {
          const dropped = Math.min(skip, data.length);
          skip -= dropped;
          data = data.subarray(dropped);
        } else if (entry) {
          const piece = data.subarray(0, entry.rest);
          await entry.handle.writeFile(piece);
          entry.hash.update(piece);
          entry.rest -= piece.length;
          data = data.subarray(piece.length);
          if (entry.rest === 0) await finish(entry);
        } else if (data.length < BLOCK) {
          waiting = Buffer.from(data);
          data = data.subarray(data.length);
        } else {
          const header = readHeader(data.subarray(0, BLOCK));
          data = data.subarray(BLOCK);
          if (!header) ended = true;
          else if (/(^|\/)\.\.(\/|$)|^\//.test(header.path)) throw damaged(`it names the path ${header.path}`);
          else if (header.type === FOLDER) await makeOwned(join(folder, header.path), owner);
          else if (header.type === FILE) {
            entry = await begin(folder, header, owner);
            if (header.size === 0) await finish(entry);
          } else throw damaged(`it has an entry of the type "${header.type}"`);
        }
      }
    }
  } catch (error) {
    await entry?.handle.close();
    if (error instanceof Error && 'code' in error && /^(ZSTD|ERR_ZSTD|Z_|ERR__ERROR)/.test(String(error.code)))
      throw damaged("it can't be unpacked");
    throw error;
  }
  if (entry || !ended) throw damaged('it ends early');
  return extracted;
}

async function begin(folder: string, { path, size }: { path: string; size: number }, owner: Owner): Promise<Entry> {
  const file = join(folder, path);
  const handle = await open(file, 'wx', 0o600).catch(async () => {
    await makeOwned(dirname(file), owner);
    return open(file, 'wx', 0o600);
  });
  return { path, handle, hash: createHash('sha256'), size, rest: size, padding: (BLOCK - (size % BLOCK)) % BLOCK };
}

async function makeOwned(path: string, owner: Owner): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** The header of the next entry; undefined at the end of the archive. */
function readHeader(block: Buffer): { path: string; size: number; type: string } | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '');
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (Number.parseInt(text(148, 156), 8) !== sum)
    throw new BackupError('The archive of a base backup is damaged: a header is wrong');
  const type = text(156, 157) || FILE;
  const path = text(0, 100).replace(/^\.\//, '').replace(/\/$/, '');
  return { path, size: Number.parseInt(text(124, 136), 8) || 0, type: type === '' ? '0' : type };
}
