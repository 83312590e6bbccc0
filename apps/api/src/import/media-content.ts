import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { ImportDocument } from './form/index.ts';
import type { FieldErrors } from './import-errors.ts';

type Media = ImportDocument['media'][number];

/** The content of a media record, and its key in the storage. */
export type MediaContent = { bytes: Buffer; storageKey: string };

const LARGEST = 20 * 1_024 * 1_024;

/** A comment ends at its first `-->`; otherwise the expression could match many comments in exponentially many ways. */
const BEGIN_OF_SVG = /^\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/;

/** The allowed image types, with the check of how their content begins. */
const SIGNATURES: Record<string, (bytes: Buffer) => boolean> = {
  'image/svg+xml': (bytes) => BEGIN_OF_SVG.test(bytes.toString('utf8', 0, 4_096)),
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  'image/gif': (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  'image/avif': (bytes) => bytes.toString('latin1', 4, 12) === 'ftypavif',
};

/** Parts of an SVG image that run scripts or load other resources. */
const ACTIVE_SVG =
  /<script|<foreignObject|<iframe|<!ENTITY|\son\w+\s*=|javascript:|(href|src)\s*=\s*["']\s*(https?:|\/\/|data:text)/i;

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
  const fits = SIGNATURES[contentType];
  if (!fits) {
    fieldErrors.add(`${path}.contentType`, `expected one of ${Object.keys(SIGNATURES).join(', ')}`);
    return;
  }
  if (bytes.length > LARGEST) fieldErrors.add(path, 'is larger than 20 MB');
  else if (!fits(bytes)) fieldErrors.add(path, `the content is not ${contentType}`);
  else if (contentType === 'image/svg+xml' && ACTIVE_SVG.test(bytes.toString('utf8'))) {
    fieldErrors.add(path, 'an SVG image must hold no scripts and load nothing');
  }
}
