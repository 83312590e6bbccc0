import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
} from 'graphql';
import type { Context } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { answersWith } from './selected.ts';
import { placedTranslations } from './translated-texts.ts';
import { isUserError, refusalOfWhole, type UserErrorShape, userErrorsOf } from './user-error.ts';

/*
 * Every mutation answers with a payload: the result, and why it was refused. Modules declare a mutation with the type of
 * its result; the payload is made here, so that all are alike.
 */

/** The member of the payload that has the result, by type, where it is not called like the type. */
const OF_TYPES: Readonly<Record<string, string>> = {
  CatalogueLevel: 'serviceLevel',
  CatalogueProduct: 'product',
  CatalogueRate: 'rate',
  CrewAccess: 'access',
  CrewActionResult: 'result',
  CrewLink: 'link',
  DepartureResult: 'result',
  DispatchDraft: 'draft',
  DispatchRules: 'rules',
  Media: 'picture',
  OrderChangeResult: 'result',
  OrderNote: 'note',
  PasswordLinkToHandOver: 'link',
  PasswordOwner: 'owner',
  PersonCalendar: 'calendar',
  RateResult: 'result',
  SavedView: 'view',
  ServiceAccount: 'account',
  ServiceTokenToHandOver: 'handedOver',
  StaffClient: 'client',
  StaffOrganization: 'organization',
  StaffRole: 'role',
  TokenPair: 'tokens',
  WebhookDelivery: 'delivery',
  WebhookEndpoint: 'endpoint',
  WebhookEndpointWithSecret: 'handedOver',
  WebhookSignedRequest: 'request',
};

/** The same, by mutation, where the result is a scalar. Other numbers count what was changed. */
const OF_SCALARS: Readonly<Record<string, string>> = {
  createCrewCalendar: 'url',
  createOwnCrewCalendar: 'url',
  deleteOrderNote: 'deletedId',
  deleteSavedView: 'deletedId',
  exchangeCrewLink: 'expiresAt',
};

const ERRORS = 'userErrors';

type Payload = { value: unknown; userErrors: UserErrorShape[] };
type Field = GraphQLField<unknown, Context>;

/** The member of a mutation's payload that has the result. */
function memberOf({ name, type }: Field): string {
  const named = getNamedType(type);
  const known = OF_SCALARS[name] ?? OF_TYPES[named.name];
  if (known) return isListType(getNullableType(type)) ? `${known}s` : known;
  if (named.name === 'Int') return 'count';
  if (named.name === 'Boolean') return name.startsWith('delete') ? 'isDeleted' : 'isDone';
  if (!isObjectType(named)) throw new Error(`The result of Mutation.${name} has no name.`);
  const own = named.name.charAt(0).toLowerCase() + named.name.slice(1);
  return isListType(getNullableType(type)) ? `${own}s` : own;
}

/** Gives every mutation its payload as type. Its resolver still answers with the result, see `answeringPayload`. */
export function withPayloads(schema: GraphQLSchema): GraphQLSchema {
  const error = schema.getType('UserError');
  if (!isObjectType(error)) throw new Error('The schema has no UserError.');
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const member = memberOf(field);
    field.extensions = { ...field.extensions, ...ofMember(field.extensions.plan, member) };
    field.type = new GraphQLNonNull(payloadOf(field, member, error));
  }
  // A new schema, because a schema collects its types when it is made.
  return new GraphQLSchema(schema.toConfig());
}

/** The plan of a write finds the rows of the result. */
const ofMember = (plan: unknown, member: string) => (plan ? { plan: { ...plan, member } } : {});

function payloadOf({ name, type }: Field, member: string, error: GraphQLObjectType): GraphQLObjectType {
  const result = getNamedType(type).name;
  return new GraphQLObjectType<Payload>({
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`,
    description: `What \`${name}\` answers.`,
    fields: {
      [member]: {
        type: getNullableType(type),
        description: 'The result; null where the change was refused.',
        resolve: ({ value }) => value,
      },
      [ERRORS]: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(error))),
        description:
          'Why the change was refused; empty where it was made. Where an operation does not select it, a refusal is an error of the operation.',
        resolve: ({ userErrors }) => userErrors,
      },
    },
    // The second one lets Pothos read what is selected within the result.
    extensions: { payload: member, pothosIndirectInclude: { getType: () => result, path: [{ name: member }] } },
  });
}

/** The member of a payload that has the result; undefined for any other type. */
export const resultMember = ({ extensions }: GraphQLNamedType): string | undefined =>
  typeof extensions.payload === 'string' ? extensions.payload : undefined;

/** The refusal of a batch of which nothing was made: with the code of its reasons where they share one. */
function nothingMade(reasons: readonly UserErrorShape[]): DomainError {
  const [code = 'CONFLICT', ...others] = new Set(reasons.map((reason) => reason.code));
  const fields = reasons.map(({ path, message }) => ({ path, message }));
  if (code === 'VALIDATION' && others.length === 0) return invalid(fields);
  return new DomainError(others.length === 0 ? code : 'CONFLICT', NOTHING_MADE, { fields });
}

const NOTHING_MADE = 'Nothing was made, because items were refused.';

/** Refuses a batch whose caller would not see which of its items were made. */
function checkSelection({ args }: Field, given: object, info: GraphQLResolveInfo): void {
  const mode = args.find(({ type }) => getNamedType(type).name === 'BatchMode');
  if (!mode || Reflect.get(given, mode.name) !== 'PER_ITEM') return;
  const member = resultMember(getNamedType(info.returnType)) ?? '';
  if (!answersWith(info, member, ERRORS))
    throw invalid([{ path: [mode.name], message: 'is for operations that select the userErrors of each result.' }]);
}

type Resolver = GraphQLFieldResolver<unknown, Context>;

/**
 * Makes the resolver of a mutation answer with its payload. A refusal is data where the operation selects it; otherwise
 * it stays an error, so that no client overlooks it.
 */
export const answeringPayload =
  (field: Field, resolve: Resolver): Resolver =>
  async (source, args, context, info): Promise<Payload> => {
    try {
      checkSelection(field, args, info);
      const value = await resolve(source, args, context, readingResult(info));
      const reasons = refusalOfWhole(value);
      if (!reasons) return { value, userErrors: [] };
      const member = resultMember(getNamedType(info.returnType)) ?? '';
      // Not caught below: of an operation that selects no reasons, this is an error like any other refusal.
      if (!answersWith(info, ERRORS) && !answersWith(info, member, ERRORS)) throw nothingMade(reasons);
      context.work?.refused?.(String(info.path.key), nothingMade(reasons));
      return { value, userErrors: [...reasons] };
    } catch (thrown) {
      const error = thrown instanceof DomainError ? placedTranslations(thrown, args) : thrown;
      if (!isUserError(error) || !answersWith(info, ERRORS)) throw error;
      context.work?.refused?.(String(info.path.key), error);
      const pathOf = (path: string[]) => argumentPath(field, path);
      return { value: null, userErrors: userErrorsOf(error).map((each) => ({ ...each, path: pathOf(each.path) })) };
    }
  };

/** Where an operation does not select the result, Pothos would read a row without columns, which Prisma refuses. */
function readingResult(info: GraphQLResolveInfo): GraphQLResolveInfo {
  const payload = getNamedType(info.returnType);
  const member = resultMember(payload);
  if (!isObjectType(payload) || !member || answersWith(info, member)) return info;
  const returnType = payload.getFields()[member]?.type ?? info.returnType;
  const nothing = { kind: Kind.SELECTION_SET, selections: [] } as const;
  return { ...info, returnType, fieldNodes: info.fieldNodes.map((node) => ({ ...node, selectionSet: nothing })) };
}

/** Changes name the members of their argument `input` directly, because v1 has them at the top of a body. */
function argumentPath({ args }: Field, path: string[]): string[] {
  const [first] = path;
  if (first === undefined || args.some(({ name }) => name === first)) return path;
  return args.some((arg) => arg.name === INPUT && hasMember(arg, first)) ? [INPUT, ...path] : path;
}

const INPUT = 'input';

function hasMember({ type }: GraphQLArgument, name: string): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named) && Object.hasOwn(named.getFields(), name);
}

/**
 * The results in the data of a mutation, by response key. A payload of which more than the result is selected, such as
 * `userErrors`, stays as it is.
 */
export const resultsOf = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([key, payload]) => {
      const [result, ...more] = Object.values(Object(payload));
      return [key, result === undefined || more.length > 0 ? payload : result];
    }),
  );
