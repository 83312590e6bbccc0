'use client';

import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '#components/form-dialog.tsx';
import { say } from '#lib/notice.ts';
import { updateEndpoint } from './endpoint-acts.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { Endpoint } from './endpoint-query.ts';

/** Edits the settings of an endpoint. */
export function EditEndpoint({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { id, url, description, owner, concurrency, ratePerSecond, organization } = endpoint;
  return (
    <FormDialog title={t`Edit endpoint`} closeLabel={t`Close without saving`} close={close} size="lg">
      <EndpointForm
        draft={{ organizationId: organization.id, url, description, owner, concurrency, ratePerSecond }}
        organizations={[organization]}
        action={t`Save`}
        cancel={close}
        save={async (_organizationId, input) => {
          await updateEndpoint(id, input);
          await client.invalidateQueries({ queryKey: ['webhooks'] });
          void say({
            kind: 'done',
            title: t`The endpoint is saved`,
            text: t`Pending deliveries go to the new address.`,
          });
          close();
        }}
      />
    </FormDialog>
  );
}
