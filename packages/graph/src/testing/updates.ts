import type { Context } from '../context.ts';
import { answer, type Refusal, refusal } from './run.ts';

export const UPDATE = /* GraphQL */ `
  mutation ($reference: String!, $input: OrderUpdateInput!, $versions: [Int!]) {
    order: updateOrder(reference: $reference, input: $input, versions: $versions) {
      order {
        id: databaseId version status referenceCode
        contactPerson { id: databaseId } tourGuide { id: databaseId }
        passengers { firstName lastName gender phoneNumber phoneCountryCode whatsappNumber email isLeader }
        pickup { ...Way } dropoff { ...Way }
      }
    }
  }
  fragment Way on Transfer { date time driver { id: databaseId } location { point { id: pointId latitude longitude address city { id: databaseId } } } }
`;

/** An order in the response to an update. */
export type Updated = { version: number; referenceCode: string | null } & Record<string, unknown>;
type Input = Record<string, unknown>;

type Named = { id: number };

/** Sends updates of orders as a user, by default as the usual one. */
export function updatesBy(usual: () => Context) {
  const update = async ({ id }: Named, input: Input, as = usual()): Promise<Updated> =>
    (await answer<{ order: Updated }>(UPDATE, { reference: String(id), input }, as)).order;
  const refused = ({ id }: Named, input: Input, as = usual()): Promise<Refusal> =>
    refusal(UPDATE, { reference: String(id), input }, as);
  /** The paths of the field errors, dotted; or the code of another refusal. */
  async function fieldErrorOf(order: Named, input: Input): Promise<string | undefined> {
    const { code, fields } = await refused(order, input);
    return code === 'VALIDATION' ? fields?.map(({ path }) => path.join('.')).join(' ') : code;
  }
  return { update, refused, fieldErrorOf };
}
