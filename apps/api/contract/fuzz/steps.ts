import fc from 'fast-check';
import type { Description, Operation } from './operations.ts';
import type { Tag } from './order-model.ts';
import { type Plan, plansOf } from './plan.ts';

/** An operation on one order, by its seller or by staff. */
export type Step =
  | { do: 'update'; plan: Plan; match: 'none' | 'right' | 'stale'; isRepeated: boolean; byStaff: boolean }
  | { do: 'batch'; plan: Plan; isRepeated: boolean; byStaff: boolean }
  | { do: 'tag'; method: 'POST' | 'PUT' | 'DELETE'; tags: Tag[]; byStaff: boolean }
  | { do: 'move'; to: string; byStaff: boolean }
  | { do: 'trespass'; plan: Plan };

export type Walk = { seller: string; pick: number; booking: Plan; isRepeated: boolean; steps: readonly Step[] };

const SELLERS = ['partner', 'partner', 'clerk', 'outsider'];
const STATUSES = ['InCart', 'Booked', 'Cancelled', 'Deleted'];

const tag = fc.record(
  {
    key: fc.constantFrom('desk', 'floor', 'a:b', 'Ünï', 'x'.repeat(500)),
    value: fc.oneof(fc.constantFrom('lobby', '1', ''), fc.integer({ min: -5, max: 5 }), fc.string({ maxLength: 9 })),
  },
  { noNullPrototype: true },
);
const tags = fc.uniqueArray(tag, { selector: ({ key }) => key, maxLength: 3 });

/** Random life cycles of an order, from the operations of the document. */
export function walks(description: Description): fc.Arbitrary<Walk> {
  /** Valid bodies of an operation. */
  const plan = (name: string) => {
    const operation = description.operations.find((each) => each.name === name) as Operation;
    return plansOf(operation, description).map(
      ({ drawn }): Plan => ({
        operation,
        drawn: { ...drawn, change: 'none', form: 'body', slash: false, headers: {} },
      }),
    );
  };
  const byStaff = fc.boolean();
  const isRepeated = fc.boolean();
  const step = fc.oneof(
    { withCrossShrink: true },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('move' as const), to: fc.constantFrom(...STATUSES), byStaff }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('update' as const),
        plan: fc.oneof(plan('PUT /v1/orders/{order}'), plan('PATCH /v1/orders/{order}')),
        match: fc.constantFrom('none' as const, 'right' as const, 'stale' as const),
        isRepeated,
        byStaff,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('batch' as const),
        plan: fc.oneof(plan('PUT /v1/orders'), plan('PUT /v1/pos/orders')),
        isRepeated,
        byStaff,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('tag' as const),
        method: fc.constantFrom('POST' as const, 'PUT' as const, 'DELETE' as const),
        tags,
        byStaff,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('trespass' as const), plan: plan('PATCH /v1/orders/{order}') }),
    },
  );
  return fc.record({
    seller: fc.constantFrom(...SELLERS),
    pick: fc.nat(1_000),
    booking: plan('POST /v1/pos/roles/{role}/service_levels/{service_level}/orders'),
    isRepeated,
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  });
}
