import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const PICTURES = new URL('pictures/', import.meta.url);

/**
 * A picture of the demo as a record of the import form. Its SVG document is checked in gzipped, which makes it five times
 * smaller.
 */
export const picture = (key: string, name = key) => ({
  key,
  filename: `${name}.svg`,
  contentType: 'image/svg+xml',
  text: gunzipSync(readFileSync(new URL(`${name}.svgz`, PICTURES))).toString(),
});
