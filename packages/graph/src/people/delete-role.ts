import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { lastValues, record } from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { managedRole } from './manage-roles.ts';
import { asAdministrator } from './people-access.ts';

async function remove(tx: Tx, context: Context, { id, expectedVersion }: Existing): Promise<void> {
  // Whoever refers to the role at the same time is waited for, or waits: `lockRows` lets them pass.
  await tx.$queryRaw`SELECT FROM role WHERE id = ${id} FOR UPDATE`;
  const { organizationId, name, description, clientId, permissions, cityIds } = await managedRole(tx, context, id);
  await expectVersion(tx, 'Role', id, expectedVersion);
  const [holders, orders, products] = [
    await tx.userRole.count({ where: { roleId: id } }),
    await tx.order.count({ where: { roleId: id } }),
    await tx.roleProduct.count({ where: { roleId: id } }),
  ];
  if (holders + orders + products > 0)
    throw conflict(
      `The role cannot be deleted: ${holders} accounts hold it, ${orders} orders and ${products} products refer to it.`,
    );
  await tx.role.delete({ where: { id }, select: { id: true } });
  const values = lastValues({ name, description, clientId, permissions, cityIds });
  await record(tx, context, { entity: 'role', entityId: id, organizationId }, 'delete', values);
}

builder.mutationField('deleteRole', (t) =>
  t.boolean({
    description:
      'Deletes a role that no user and no service account holds, disabled ones included, and to which no orders and no products refer. For administrators of its organization.',
    args: existing('role'),
    resolve: async (_root, named, context) => {
      await asAdministrator(context, (tx, fresh) => remove(tx, fresh, named));
      return true;
    },
  }),
);
