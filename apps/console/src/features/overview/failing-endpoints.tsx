import { Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

type FailingEndpointsProps = { endpoints: Overview['failingEndpoints']; timeZone: string };

/** Webhook endpoints whose deliveries fail. */
export function FailingEndpoints({ endpoints, timeZone }: FailingEndpointsProps) {
  return (
    <Section title="Failing webhook endpoints">
      {endpoints.length > 0 ? (
        <ul className={classes.list}>
          {endpoints.map(({ id, url, description, failingSince }) => (
            <li key={id}>
              <TextLink href={`/webhooks/endpoints/${id}`}>{description || url}</TextLink>
              {failingSince && (
                <Text inherit c="dimmed">
                  Failing since <Instant instant={failingSince} timeZone={timeZone} />
                </Text>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          All endpoints in use accept their deliveries.
        </Text>
      )}
    </Section>
  );
}
