/*
 * What pictures may hold: the import and the mutation check it by the same rules. They are served as they are stored.
 */

/** A comment ends at its first `-->`; otherwise the expression could match many comments in exponentially many ways. */
const BEGIN_OF_SVG = /^\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/;

/** The allowed types, with the check of how their content begins. */
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
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

/** The content types of pictures. */
export const TYPES: readonly string[] = Object.keys(SIGNATURES);

/** The names of files of pictures, which are a part of their addresses. */
export const FILENAME = /^[A-Za-z0-9._-]{1,200}$/;

/** The content type by how a content begins; undefined for what is no picture. */
export const typeOf = (bytes: Buffer): string | undefined => TYPES.find((type) => SIGNATURES[type]?.(bytes));

/** Whether a picture could run scripts or load other resources. */
export const isActive = (bytes: Buffer): boolean =>
  SIGNATURES['image/svg+xml']?.(bytes) === true && ACTIVE_SVG.test(bytes.toString('utf8'));
