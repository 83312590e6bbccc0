'use client';

import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { say } from '#lib/notice.ts';
import { updateEndpoint } from './endpoint-acts.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { Endpoint } from './endpoint-query.ts';

/** Edits the settings of an endpoint. */
export function EditEndpoint({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const client = useQueryClient();
  const { id, url, description, owner, concurrency, ratePerSecond, organization } = endpoint;
  return (
    <Modal
      opened
      onClose={close}
      title="Edit endpoint"
      size="lg"
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close without saving' }}
    >
      <EndpointForm
        draft={{ organizationId: organization.id, url, description, owner, concurrency, ratePerSecond }}
        organizations={[organization]}
        action="Save"
        cancel={close}
        save={async (_organizationId, input) => {
          await updateEndpoint(id, input);
          await client.invalidateQueries({ queryKey: ['webhooks'] });
          void say({
            kind: 'done',
            title: 'The endpoint is saved',
            text: 'Pending deliveries go to the new address.',
          });
          close();
        }}
      />
    </Modal>
  );
}
