import type { Tx } from '@channel/prisma';
import { plansOf, type RowsPlan, type Write as WriteOf } from 'graphql-sql';
import type { Context } from '../context.ts';

/** The extensions of root fields that hold their plans, see `RootPlan`. */
export const {
  list: listPlan,
  one: onePlan,
  value: valuePlan,
  meta: metaPlan,
  statement: statementPlan,
  write: writePlan,
} = plansOf<Context, Tx>();

export type Write<Args = never, Rows extends RowsPlan = RowsPlan> = WriteOf<Args, Rows, Context, Tx>;
