import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ShownOnce } from '#components/shown-once.tsx';

type SecretShownProps = {
  secret: string;
  /** Additional notes. */
  children?: ReactNode;
  close: () => void;
};

/** The secret of an endpoint. */
export const SecretShown = ({ secret, children, close }: SecretShownProps) => {
  const { t } = useLingui();
  return (
    <ShownOnce
      label={t`Signing secret`}
      value={secret}
      warning={t`The secret is shown only this once. Give it to the operator of the receiver now: the receiver verifies the signature of every event with it.`}
      kept={t`I have saved the secret`}
      close={close}
    >
      {children}
    </ShownOnce>
  );
};
