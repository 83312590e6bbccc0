import type { ReactNode } from 'react';
import { ShownOnce } from '#components/shown-once.tsx';

type SecretShownProps = {
  secret: string;
  /** What else is to be known. */
  children?: ReactNode;
  close: () => void;
};

/** The secret of an endpoint. */
export const SecretShown = ({ secret, children, close }: SecretShownProps) => (
  <ShownOnce
    label="Signing secret"
    value={secret}
    warning="This is the only time that the secret is shown. Hand it to those who run the receiver now: they check every event’s signature with it."
    kept="I have kept the secret"
    close={close}
  >
    {children}
  </ShownOnce>
);
