/** A request as the server signed it. */
export type SignedRequest = { url: string; headers: unknown; body: string };

/** Quotes a text for a POSIX shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Headers by name, as texts; nothing of what is not a header. */
export function headerLines(headers: unknown): [name: string, value: string][] {
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one) => typeof one === 'string').map((one) => [name, one]);
  });
}

/** The command line that sends a request byte for byte, for a POSIX shell. */
export function curlCommand({ url, headers, body }: SignedRequest): string {
  const lines = [
    `curl -X POST ${quoted(url)}`,
    ...headerLines(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ];
  return lines.join(' \\\n  ');
}
