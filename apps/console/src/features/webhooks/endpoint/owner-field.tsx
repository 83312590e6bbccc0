import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PersonSelect } from '#components/person-select.tsx';
import { findOwners } from './endpoint-acts.ts';

export type Owner = { id: number; name: string };

type OwnerFieldProps = {
  organizationId: number;
  owner: Owner | null;
  onChange: (owner: Owner | null) => void;
  error?: ReactNode;
};

/** Selects the orders that an endpoint receives: all of the organization, or those that one person may see. */
export function OwnerField({ owner, ...props }: OwnerFieldProps) {
  const { t } = useLingui();
  return (
    <PersonSelect
      label={t`Receives`}
      description={t`All orders of the organization, or only those that one person may see.`}
      nobody={t`All orders of the organization`}
      person={owner}
      find={findOwners}
      queryKey={['webhooks', 'owners']}
      {...props}
    />
  );
}
