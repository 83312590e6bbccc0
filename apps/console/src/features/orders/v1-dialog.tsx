'use client';

import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, CopyButton, List, Modal, Stack, Text } from '@mantine/core';
import { useOrganizationTimeZone } from '#components/regional.tsx';
import type { OrderFilters } from './order-filters.ts';
import { v1RequestOf } from './v1-request.ts';

/** The v1 request that returns the same orders, and the parts of the list that v1 does not support. */
export function V1Dialog({ filters, close }: { filters: OrderFilters; close: () => void }) {
  const { t, i18n } = useLingui();
  const { path, missing } = v1RequestOf(i18n, filters, useOrganizationTimeZone());
  const text = `GET ${path}`;
  return (
    <Modal
      opened
      onClose={close}
      title={t`Equivalent v1 request`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>Use a bearer token of a user who can see the same orders:</Trans>
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} aria-label={t`Request`}>
          {text}
        </Code>
        <CopyButton value={path}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} style={{ alignSelf: 'flex-start' }}>
              {copied ? t`Copied` : t`Copy the path`}
            </Button>
          )}
        </CopyButton>
        {missing.length > 0 ? (
          <Alert color="orange" title={t`Not in the request`}>
            <List size="sm" spacing={4}>
              {missing.map((part) => (
                <List.Item key={part}>{part}</List.Item>
              ))}
            </List>
          </Alert>
        ) : (
          <Text size="sm" c="dimmed">
            <Trans>It returns the same orders in the same order, page by page.</Trans>
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
