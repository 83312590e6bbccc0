/** A request that the server has signed. */
export type SignedRequest = { url: string; headers: unknown; body: string };

/** Quotes an arbitrary text for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Headers as pairs of name and value; ignores values that are not strings. */
export function headerLines(headers: unknown): [name: string, value: string][] {
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one) => typeof one === 'string').map((one) => [name, one]);
  });
}

/** A POSIX shell command that sends exactly this request. */
export function curlCommand({ url, headers, body }: SignedRequest): string {
  const lines = [
    `curl -X POST ${quoted(url)}`,
    ...headerLines(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ];
  return lines.join(' \\\n  ');
}
