import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeProps } from '@mantine/core';
import { HEALTH_LOOKS, healthOf } from '../endpoint-health.ts';
import type { EndpointFacts } from '../webhook-parts.ts';

/** The health of an endpoint. */
export function HealthBadge({ endpoint, ...props }: { endpoint: EndpointFacts } & Omit<BadgeProps, 'color'>) {
  const { t } = useLingui();
  const { label, color } = HEALTH_LOOKS[healthOf(endpoint)];
  return (
    <Badge color={color} {...props}>
      {t(label)}
    </Badge>
  );
}
