import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { checkMailServer } from '../mail/mail-server.ts';
import { openStorage } from '../media/open-storage.ts';
import { PROBE_KEY } from '../media/storage.ts';
import { type Check, fine, problem, reasonOf, warning } from './check.ts';

const MEGABYTE = 1_048_576;
/** Free megabytes of a disk: an hour of write-ahead log, and none at all. */
const FREE = { warning: 2_048, problem: 200 };

/** Free files of a disk, which may run out before its bytes do: images and tickets are many small ones. */
const FREE_FILES = { warning: 20_000, problem: 1_000 };

export const disk: Check = async ({ settings }) => {
  const { databaseUrl, dataDir, s3Bucket, mediaDir } = settings;
  const folders = [...(databaseUrl === null ? [dataDir] : []), ...(s3Bucket === null ? [mediaDir] : [])];
  if (folders.length === 0) return fine('nothing is stored on this machine');
  const found = await Promise.all(folders.map(async (folder) => ({ folder, ...(await freeOf(resolve(folder))) })));
  const text = found.map(({ folder, free }) => `${folder}: ${free.toLocaleString('en')} MB free`).join(', ');
  const scarce = found.find(({ files }) => files < FREE_FILES.problem);
  if (scarce)
    return problem(
      `${scarce.folder}: ${scarce.files} more files fit (inodes): writes will fail; remove some, or move the folder`,
    );
  const least = Math.min(...found.map(({ free }) => free));
  if (least < FREE.problem) return problem(`${text}: writes will fail; free some, or move the folder`);
  const few = found.find(({ files }) => files < FREE_FILES.warning);
  if (few) return warning(`${few.folder}: ${few.files.toLocaleString('en')} more files fit (inodes)`);
  return least < FREE.warning ? warning(`${text}: less than ${FREE.warning.toLocaleString('en')} MB`) : fine(text);
};

/** Megabytes and files for this user on the disk of a folder, or of the one in which it will be created. */
async function freeOf(folder: string): Promise<{ free: number; files: number }> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(folder);
    // Some file systems have no limit of files, and say 0 of 0.
    return { free: Math.floor((bavail * bsize) / MEGABYTE), files: files === 0 ? Number.POSITIVE_INFINITY : ffree };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return freeOf(dirname(folder));
  }
}

export const storage: Check = async ({ settings }) => {
  const { s3Bucket, mediaDir } = settings;
  const place = s3Bucket ? `the bucket ${s3Bucket}` : mediaDir;
  const files = openStorage(settings);
  const bytes = randomBytes(32);
  try {
    await files.put(PROBE_KEY, bytes, 'application/octet-stream');
    const stored = await files.get(PROBE_KEY);
    if (stored && bytes.equals(await buffer(stored))) return fine(`${place} stores and returns a file`);
    return problem(`${place} did not return the file that was just stored`);
  } catch (error) {
    return problem(`${place} did not store a file: ${reasonOf(error)}`);
  }
};

export const mail: Check = async ({ settings: { smtp, demoMailbox, isProduction } }) => {
  if (demoMailbox) return fine('mails go to the mailbox of the console, /mailbox');
  if (!smtp)
    return (isProduction ? warning : fine)('SMTP_URL is not set: nothing is mailed, links are passed on by hand');
  const reason = await checkMailServer(smtp);
  const server = `${smtp.host}:${smtp.port}`;
  return reason === null ? fine(`${server} accepts this client`) : problem(`${server}: ${reason}; check SMTP_URL`);
};
