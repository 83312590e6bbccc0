const [QUOTE, BACKSLASH, COMMA, NEWLINE] = [0x22, 0x5c, 0x2c, 0x0a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Turns the JSON of a list into one line for each entry, in place: nothing is parsed or copied. JSON has line breaks
 * within texts only as `\n`.
 *
 * @param list UTF-8 without blanks between tokens; it must not be read afterwards
 */
export function linesOf(list: Buffer): { lines: Buffer; count: number } {
  if (list.length <= 2) return { lines: list.subarray(0, 0), count: 0 };
  let depth = 0;
  let count = 1;
  let isText = false;
  for (let at = 0; at < list.length; at += 1) {
    const byte = list[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA && depth === 1) {
      list[at] = NEWLINE;
      count += 1;
    }
  }
  list[list.length - 1] = NEWLINE;
  return { lines: list.subarray(1), count };
}
