import type { ReactNode } from 'react';
import { ShownOnce } from '#components/shown-once.tsx';

type SecretShownProps = {
  secret: string;
  /** Additional notes. */
  children?: ReactNode;
  close: () => void;
};

/** The secret of an endpoint. */
export const SecretShown = ({ secret, children, close }: SecretShownProps) => (
  <ShownOnce
    label="Signing secret"
    value={secret}
    warning="The secret is shown only this once. Give it to the operator of the receiver now: the receiver verifies the signature of every event with it."
    kept="I have saved the secret"
    close={close}
  >
    {children}
  </ShownOnce>
);
