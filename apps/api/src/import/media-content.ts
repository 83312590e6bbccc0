import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { pictureContent } from '@channel/graph';
import type { ImportDocument } from './form/index.ts';
import type { FieldErrors } from './import-errors.ts';

type Media = ImportDocument['media'][number];

/** The content of a media record, and its key in the storage. */
export type MediaContent = { bytes: Buffer; storageKey: string };

const LARGEST = 20 * 1_024 * 1_024;

/**
 * Reads and checks the content of all media records, in sequence. Paths are relative to `folder` and stay within it.
 */
export async function readMedia(
  { media }: ImportDocument,
  folder: string,
  fieldErrors: FieldErrors,
): Promise<MediaContent[]> {
  const contents: MediaContent[] = [];
  for (const [index, record] of media.entries()) {
    const path = `media[${index}]`;
    const bytes = await contentOf(record, folder, path, fieldErrors);
    if (!bytes) continue;
    checkContent(record, bytes, path, fieldErrors);
    contents.push({ bytes, storageKey: createHash('sha256').update(bytes).digest('hex') });
  }
  return contents;
}

async function contentOf(
  { text, base64, path }: Media,
  folder: string,
  at: string,
  fieldErrors: FieldErrors,
): Promise<Buffer | undefined> {
  if ([text, base64, path].filter((content) => content !== undefined).length !== 1) {
    fieldErrors.add(at, 'expected exactly one of text, base64 and path');
    return undefined;
  }
  if (text !== undefined) return Buffer.from(text, 'utf8');
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  const root = resolve(folder);
  const file = resolve(root, path ?? '');
  if (!file.startsWith(root + sep)) {
    fieldErrors.add(`${at}.path`, 'must be within the folder of the import file');
    return undefined;
  }
  try {
    return await readFile(file);
  } catch {
    fieldErrors.add(`${at}.path`, `the file ${path} can't be read`);
    return undefined;
  }
}

function checkContent({ contentType }: Media, bytes: Buffer, path: string, fieldErrors: FieldErrors): void {
  const { TYPES, typeOf, isActive } = pictureContent;
  if (!TYPES.includes(contentType)) fieldErrors.add(`${path}.contentType`, `expected one of ${TYPES.join(', ')}`);
  else if (bytes.length > LARGEST) fieldErrors.add(path, 'is larger than 20 MB');
  else if (typeOf(bytes) !== contentType) fieldErrors.add(path, `the content is not ${contentType}`);
  else if (isActive(bytes)) fieldErrors.add(path, 'an SVG image must hold no scripts and load nothing');
}
