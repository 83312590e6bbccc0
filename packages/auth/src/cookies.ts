/** The value of a cookie in a `Cookie` header; null where it is absent or has another form. */
export function readCookie(header: string | undefined, name: string, form: RegExp): string | null {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && form.test(value) ? value : null;
}
