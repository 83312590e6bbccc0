import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

type FailingEndpointsProps = { endpoints: Overview['failingEndpoints']; timeZone: string };

/** Webhook endpoints whose deliveries fail. */
export function FailingEndpoints({ endpoints, timeZone }: FailingEndpointsProps) {
  const { t } = useLingui();
  return (
    <Section title={t`Failing webhook endpoints`}>
      {endpoints.length > 0 ? (
        <ul className={classes.list}>
          {endpoints.map(({ id, url, description, failingSince }) => (
            <li key={id}>
              <TextLink href={`/webhooks/endpoints/${id}`}>{description || url}</TextLink>
              {failingSince && (
                <Text inherit c="dimmed">
                  <Trans>
                    Failing since <Instant instant={failingSince} timeZone={timeZone} />
                  </Trans>
                </Text>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>All endpoints in use accept their deliveries.</Trans>
        </Text>
      )}
    </Section>
  );
}
