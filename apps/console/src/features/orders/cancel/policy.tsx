import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, List, Text } from '@mantine/core';
import { Amount } from '#components/amount.tsx';
import { Instant } from '#components/moments.tsx';
import { TextLink } from '#components/text-link.tsx';
import { spanText } from './span-text.ts';
import type { Terms } from './terms-query.ts';

/** The cancellation policy of a rate, and what it costs now where that is known. */
export function Policy({ terms, timeZone }: { terms: Terms; timeZone: string }) {
  const { t, i18n } = useLingui();
  const { rateTitle, description, penalties, unit, charge } = terms;
  return (
    <section aria-label={t`Cancellation policy of ${rateTitle}`}>
      <Text fw={600}>{rateTitle}</Text>
      {description && <Text size="sm">{description}</Text>}
      {penalties.length > 0 ? (
        <List size="sm" mt={4}>
          {penalties.map((penalty) => (
            <List.Item key={`${penalty.time} ${penalty.percentage}`}>
              {t`${{ percentage: penalty.percentage }} % of the price from ${{ moment: spanText(i18n, penalty, unit) }}`}
              {penalty.from && (
                <>
                  {' · '}
                  <Instant instant={penalty.from} timeZone={timeZone} />
                </>
              )}{' '}
              {penalty.applies && <Badge size="sm" color="red">{t`Applies now`}</Badge>}
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{t`The rate was sold without penalties in figures.`}</Text>
      )}
      <Text size="sm" mt={4}>
        {charge ? (
          <Trans>
            A cancellation now costs the client <Amount money={charge.sold} strong />.
          </Trans>
        ) : (
          <Unknown terms={terms} />
        )}
      </Text>
    </section>
  );
}

/** Why the cost of a cancellation is unknown, and what can be done. */
function Unknown({ terms: { penalties, unit } }: { terms: Terms }) {
  if (penalties.length === 0) return <Trans>What a cancellation costs the client is not known here.</Trans>;
  if (unit !== 'none') return <Trans>What a cancellation costs the client is not known: the order has no start.</Trans>;
  return (
    <Trans>
      What a cancellation costs the client is not known: it is not set whether the times of penalties are minutes, hours
      or days. An administrator sets it in the <TextLink href="/dispatch/rules">rules of dispatch</TextLink>.
    </Trans>
  );
}
