'use client';

import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';

/** The link to the page of the OpenID Connect provider, which comes back to `next`. */
export function ProviderLink({ name, next }: { name: string; next: string }) {
  return (
    <Button component="a" href={`/login/openid?${new URLSearchParams({ next })}`} variant="default" size="md" fullWidth>
      <Trans>Sign in with {name}</Trans>
    </Button>
  );
}
