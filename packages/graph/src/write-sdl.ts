import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/*
 * Part of `npm run generate`: writes schema.graphql, which reviewers read and from which the console's types are
 * generated.
 */

writeFileSync(new URL('../schema.graphql', import.meta.url), `${printSchema(lexicographicSortSchema(schema))}\n`);
