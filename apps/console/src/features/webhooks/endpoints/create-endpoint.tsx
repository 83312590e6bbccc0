'use client';

import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { createEndpoint } from '../endpoint/endpoint-acts.ts';
import { EndpointForm } from '../endpoint/endpoint-form.tsx';
import { SecretShown } from '../endpoint/secret-shown.tsx';
import { useManagedOrganizations } from '../terms-query.ts';

/** Registers an endpoint, shows its secret once, and opens the endpoint. */
export function CreateEndpoint({ close }: { close: () => void }) {
  const organizations = useManagedOrganizations();
  const client = useQueryClient();
  const router = useRouter();
  const [made, setMade] = useState<{ id: number; secret: string }>();
  const [organization] = organizations;
  return (
    <Modal
      opened
      onClose={close}
      title={made ? 'The endpoint is registered' : 'New webhook endpoint'}
      size="lg"
      centered
      // An accidental click must not close the secret that is shown only once, nor discard the input.
      closeOnClickOutside={false}
      closeOnEscape={!made}
      withCloseButton={!made}
      closeButtonProps={{ 'aria-label': 'Close without registering' }}
    >
      {made ? (
        <SecretShown secret={made.secret} close={() => router.push(`/webhooks/endpoints/${made.id}`)} />
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
          action="Register"
          cancel={close}
          save={async (organizationId, input) => {
            setMade(await createEndpoint(organizationId, input));
            void client.invalidateQueries({ queryKey: ['webhooks'] });
          }}
        />
      )}
    </Modal>
  );
}
