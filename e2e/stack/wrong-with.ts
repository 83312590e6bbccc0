/** The defects of a raw response: a 5xx or missing status, or missing headers. */
export function wrongWith(answer: string): string[] {
  const [head = ''] = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  const has = (name: string) => new RegExp(`^${name}: .`, 'im').test(head);
  const demanded = ['x-content-type-options', 'referrer-policy', ...(status === 405 ? ['allow'] : [])];
  return [
    ...(status >= 200 && status < 500 ? [] : [head.slice(0, 80) || 'no response']),
    ...demanded.filter((name) => !has(name)).map((name) => `${status} without ${name}`),
  ];
}
