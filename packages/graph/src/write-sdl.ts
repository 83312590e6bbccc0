import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/* `npm run sdl`: writes schema.graphql, the text in which reviewers read the schema and from which the console is typed. */

writeFileSync(new URL('../schema.graphql', import.meta.url), `${printSchema(lexicographicSortSchema(schema))}\n`);
