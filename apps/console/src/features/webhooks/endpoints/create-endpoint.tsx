'use client';

import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/form-dialog.tsx';
import { useGo } from '#components/leaving/use-go.ts';
import { createEndpoint } from '../endpoint/endpoint-acts.ts';
import { EndpointForm } from '../endpoint/endpoint-form.tsx';
import { SecretShown } from '../endpoint/secret-shown.tsx';
import { useManagedOrganizations } from '../terms-query.ts';

/** Registers an endpoint, shows its secret once, and opens the endpoint. */
export function CreateEndpoint({ close }: { close: () => void }) {
  const { t } = useLingui();
  const organizations = useManagedOrganizations();
  const client = useQueryClient();
  const go = useGo();
  const [made, setMade] = useState<{ id: number; secret: string }>();
  const [organization] = organizations;
  return (
    <FormDialog
      title={made ? t`The endpoint is registered` : t`New webhook endpoint`}
      closeLabel={t`Close without registering`}
      close={close}
      size="lg"
      // An accidental click must not close what is shown only once.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {made ? (
        <SecretShown secret={made.secret} close={() => go(`/webhooks/endpoints/${made.id}`)} />
      ) : (
        <EndpointForm
          draft={{
            organizationId: organization?.id ?? 0,
            url: '',
            description: '',
            owner: null,
            concurrency: 4,
            ratePerSecond: null,
          }}
          organizations={organizations}
          action={t`Register`}
          cancel={close}
          save={async (organizationId, input) => {
            setMade(await createEndpoint(organizationId, input));
            void client.invalidateQueries({ queryKey: ['webhooks'] });
          }}
        />
      )}
    </FormDialog>
  );
}
