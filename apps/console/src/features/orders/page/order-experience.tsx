import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { List, Stack, Text, Title } from '@mantine/core';
import { Fact, Facts } from '#components/facts.tsx';
import { Day } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import type { Experience, Order } from '../order-query.ts';
import classes from './order-experience.module.css';

/** How an experience is sold; unknown values are shown unchanged. */
const AVAILABILITY: Record<string, MessageDescriptor> = {
  per_slot: msg`per slot`,
  per_time: msg`per time`,
  daily: msg`daily`,
  pass: msg`pass`,
};
const PRICING: Record<string, MessageDescriptor> = {
  per_person: msg`priced per person`,
  per_item: msg`priced per item`,
};

/** The experience as it was at booking time: later changes of the catalogue are not shown. */
export function OrderExperience({ order: { bookedDetails } }: { order: Order }) {
  const { t } = useLingui();
  if (!bookedDetails) return null;
  const { product } = bookedDetails;
  return (
    <Section
      title={t`Experience`}
      aside={
        <Text size="sm" c="dimmed">
          <Trans>as booked</Trans>
        </Text>
      }
    >
      <Stack gap="md">
        <Text className={classes.text}>{product.description}</Text>
        <ExperienceFacts experience={bookedDetails} />
        {product.highlights.length > 0 && (
          <div>
            <Title order={3} className={classes.title}>
              <Trans>Highlights</Trans>
            </Title>
            <List size="sm" spacing={2}>
              {product.highlights.map((highlight) => (
                <List.Item key={highlight}>{highlight}</List.Item>
              ))}
            </List>
          </div>
        )}
        <Words title={t`Know before you go`} text={product.knowBeforeYouGo} />
        <Words title={t`What to bring`} text={product.whatToBring} />
        <Tags tags={product.tags} of={product.title} />
      </Stack>
    </Section>
  );
}

function ExperienceFacts({ experience }: { experience: Experience }) {
  const { t } = useLingui();
  const { product, serviceLevel, startingPoint, rate, rates } = experience;
  const cancellation = rates.flatMap(({ cancellationPolicies }) => cancellationPolicies.description ?? []);
  const { address, city, country } = startingPoint;
  // Most addresses already contain the city.
  const start = [address, address?.includes(city?.name ?? '') ? undefined : city?.name, country?.name].filter(Boolean);
  const availability = AVAILABILITY[serviceLevel.availabilityType];
  const pricing = PRICING[serviceLevel.pricingType];
  const comforts = [
    serviceLevel.hasPickup && t`pickup`,
    serviceLevel.hasDropOff && t`drop-off`,
    serviceLevel.hasTourGuide && t`guide`,
  ].filter(Boolean);
  return (
    <Facts>
      <Fact name={t`Service level`}>
        {serviceLevel.title}
        <Text inherit c="dimmed">
          {serviceLevel.description}
        </Text>
      </Fact>
      <Fact name={t`Sold as`}>
        {availability ? t(availability) : serviceLevel.availabilityType},{' '}
        {pricing ? t(pricing) : serviceLevel.pricingType}
      </Fact>
      {serviceLevel.duration.description && <Fact name={t`Duration`}>{serviceLevel.duration.description}</Fact>}
      {serviceLevel.businessHours && <Fact name={t`Open`}>{serviceLevel.businessHours}</Fact>}
      {start.length > 0 && <Fact name={t`Starting point`}>{start.join(', ')}</Fact>}
      {comforts.length > 0 && <Fact name={t`Includes`}>{comforts.join(', ')}</Fact>}
      {rate.passExpirationDate && (
        <Fact name={t`Valid until`}>
          <Day day={rate.passExpirationDate} long />
        </Fact>
      )}
      {cancellation.length > 0 && <Fact name={t`Cancellation`}>{cancellation.join(' ')}</Fact>}
      <Fact name={t`Distributor`}>{product.distributor.name}</Fact>
      {product.categories.length > 0 && (
        <Fact name={t`Categories`}>{product.categories.map(({ title }) => title).join(', ')}</Fact>
      )}
      {product.labels.length > 0 && <Fact name={t`Labels`}>{product.labels.join(', ')}</Fact>}
    </Facts>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <div>
      <Title order={3} className={classes.title}>
        {title}
      </Title>
      <Text className={classes.text}>{text}</Text>
    </div>
  );
}
