const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for bytes that are not valid UTF-8. */
export function decodeUtf8(bytes: string | Buffer): string | undefined {
  if (typeof bytes === 'string') return bytes;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes are valid UTF-8 after percent-decoding; a percent sign without an escape is a literal. */
export const isDecodable = (bytes: Buffer): boolean => decodeUtf8(unescaped(bytes)) !== undefined;

/** One pass: a regular expression would match each of a million percent signs separately. */
function unescaped(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const value = byte === 0x25 /* % */ ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : Number.NaN;
    const isEscape = !Number.isNaN(value);
    plain[length] = isEscape ? value : byte;
    length += 1;
    if (isEscape) at += 2;
  }
  return plain.subarray(0, length);
}

function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
