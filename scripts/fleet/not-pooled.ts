/** Tests of the API that do not run behind a pooler (`npm run test:pooler`), by file, and why each cannot. */
export const NOT_POOLED: Readonly<Record<string, string>> = {};
