import type { Prisma, PrismaClient } from '@channel/prisma';
import type PrismaTypes from '@channel/prisma/pothos-types';
import { getDatamodel } from '@channel/prisma/pothos-types';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { Context } from './context.ts';
import { unauthenticated } from './errors.ts';

/** The values of the scalars, see `shared/scalars.ts`. */
type ScalarTypes = {
  Date: { Input: Date; Output: Date };
  DateTime: { Input: Date; Output: Date };
  LocalDateTime: { Input: Date; Output: Date };
  LocalTime: { Input: Date; Output: Date };
  SafeInt: { Input: number; Output: number };
  Decimal: { Input: Prisma.Decimal; Output: Prisma.Decimal };
  Unknown: { Input: never; Output: unknown };
  TagValue: { Input: string | number; Output: unknown };
};

const dmmf = getDatamodel();

/**
 * The `///` comment of a column. Pothos describes an exposed column by it; this is for a field that answers with the
 * column in another way.
 *
 * @throws for a column without a comment
 */
export function columnComment(model: keyof PrismaTypes, column: string): string {
  const { documentation } = dmmf.datamodel.models[model]?.fields.find(({ name }) => name === column) ?? {};
  if (documentation === undefined) throw new Error(`${model}.${column} has no /// comment in prisma/schema.`);
  return documentation;
}

/** The only builder of the schema. Fields are non-null by default. */
export const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes;
  Context: Context;
  Scalars: ScalarTypes;
  AuthScopes: { signedIn: boolean; crew: boolean };
  DefaultFieldNullability: false;
}>({
  plugins: [ScopeAuthPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: (context) => ({ signedIn: context.actor !== null, crew: context.crew !== null }),
    authorizeOnSubscribe: true,
    unauthorizedError: () => unauthenticated(),
  },
  prisma: {
    // Pothos only calls the model delegates, which a transaction has too.
    client: (context) => context.db as PrismaClient,
    dmmf,
    exposeDescriptions: true,
    onUnusedQuery: process.env.NODE_ENV === 'production' ? null : 'error',
  },
});

builder.queryType({
  description: 'All queries. Every answer is limited to data that the user may see.',
  authScopes: { signedIn: true },
});
builder.mutationType({
  description: 'All mutations. Each mutation commits as a whole or not at all.',
  authScopes: { signedIn: true },
});
builder.subscriptionType({
  description:
    'All subscriptions. An event is sent only to users who may see its subject. A stream may end at any time: subscribe again, and read again what may have been missed.',
  authScopes: { signedIn: true },
});
