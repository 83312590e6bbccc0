/**
 * Whether a JSON text holds more than `max` members and list entries, found without parsing it: each is the first of
 * its object or list, or follows a comma. One pass over the bytes, a few milliseconds for a megabyte.
 */
export function holdsMoreThan(max: number, bytes: Uint8Array): boolean {
  const { length } = bytes;
  // Each takes at least two bytes.
  if (length <= 2 * max) return false;
  let count = 0;
  let isText = false;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === 0x5c /* \ */) at += 1;
      else if (byte === 0x22 /* " */) isText = false;
    } else if (byte === 0x22) isText = true;
    else if (byte === 0x2c /* , */ || byte === 0x5b /* [ */ || byte === 0x7b /* { */) {
      count += 1;
      if (count > max) return true;
    }
  }
  return false;
}
