import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';

/** Says in a dialog of an order that the order is no longer the one that it was opened for. */
export const ChangedMeanwhile = () => (
  <Alert role="alert" color="orange">
    <Trans>Somebody changed this order while this dialog was open. Look at the change first.</Trans>
  </Alert>
);
