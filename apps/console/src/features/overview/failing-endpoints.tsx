import { Text } from '@mantine/core';
import { Instant } from '#components/moments.tsx';
import { useOfficeTimeZone } from '#components/regional.tsx';
import { Section } from '#components/section.tsx';
import { TextLink } from '#components/text-link.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview-query.ts';

/** Receivers of webhooks at which nothing arrives. */
export function FailingEndpoints({ endpoints }: { endpoints: Overview['failingEndpoints'] }) {
  const timeZone = useOfficeTimeZone();
  return (
    <Section title="Failing webhook endpoints">
      {endpoints.length > 0 ? (
        <ul className={classes.list}>
          {endpoints.map(({ id, url, description, failingSince }) => (
            <li key={id}>
              <TextLink href={`/webhooks/endpoints/${id}`}>{description || url}</TextLink>
              {failingSince && (
                <Text inherit c="dimmed">
                  Fails since <Instant instant={failingSince} timeZone={timeZone} />
                </Text>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm" c="dimmed">
          Every endpoint in use takes what it is sent.
        </Text>
      )}
    </Section>
  );
}
