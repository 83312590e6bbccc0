import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BackupError } from '../errors.ts';
import type { Extracted } from './untar.ts';

const listSchema = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      'Encoded-Path': z.string().optional(),
      Size: z.int(),
      Checksum: z.string(),
    }),
  ),
});

/**
 * Compares unpacked files with Postgres's own list of the files that it sent.
 *
 * @throws {BackupError} naming the first file that is missing or different
 */
export async function compareWithList(list: string, extracted: Extracted): Promise<void> {
  const { Files } = listSchema.parse(JSON.parse(await readFile(list, 'utf8')));
  for (const file of Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
    const found = extracted.get(path);
    if (!found) throw new BackupError(`The base backup has no file ${path}, which ${list} lists`);
    if (found.size !== file.Size || found.sha256 !== file.Checksum)
      throw new BackupError(`The file ${path} of the base backup differs from what the server sent`);
  }
}
