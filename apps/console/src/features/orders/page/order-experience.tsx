import { List, Spoiler, Stack, Text, Title } from '@mantine/core';
import { Fact, Facts } from '#components/facts.tsx';
import { Day } from '#components/moments.tsx';
import { Section } from '#components/section.tsx';
import { Tags } from '#components/tags.tsx';
import type { Experience, Order } from '../order-query.ts';
import classes from './order-experience.module.css';

/** The experience as it was at booking time: later changes of the catalogue are not shown. */
export function OrderExperience({ order: { bookedDetails } }: { order: Order }) {
  if (!bookedDetails) return null;
  const { product } = bookedDetails;
  return (
    <Section
      title="Experience"
      aside={
        <Text size="sm" c="dimmed">
          as booked
        </Text>
      }
    >
      <Stack gap="md">
        <Spoiler maxHeight={84} showLabel="Show more" hideLabel="Show less" className={classes.text}>
          {product.description}
        </Spoiler>
        <ExperienceFacts experience={bookedDetails} />
        {product.highlights.length > 0 && (
          <div>
            <Title order={3} className={classes.title}>
              Highlights
            </Title>
            <List size="sm" spacing={2}>
              {product.highlights.map((highlight) => (
                <List.Item key={highlight}>{highlight}</List.Item>
              ))}
            </List>
          </div>
        )}
        <Words title="Know before you go" text={product.knowBeforeYouGo} />
        <Words title="What to bring" text={product.whatToBring} />
        <Tags tags={product.tags} of={product.title} />
      </Stack>
    </Section>
  );
}

function ExperienceFacts({ experience }: { experience: Experience }) {
  const { product, serviceLevel, startingPoint, rate, rates } = experience;
  const cancellation = rates.flatMap(({ cancellationPolicies }) => cancellationPolicies.description ?? []);
  const { address, city, country } = startingPoint;
  // Most addresses already contain the city.
  const start = [address, address?.includes(city?.name ?? '') ? undefined : city?.name, country?.name].filter(Boolean);
  const comforts = [
    serviceLevel.hasPickup && 'pickup',
    serviceLevel.hasDropOff && 'drop-off',
    serviceLevel.hasTourGuide && 'guide',
  ].filter(Boolean);
  return (
    <Facts>
      <Fact name="Service level">
        {serviceLevel.title}
        <Text inherit c="dimmed">
          {serviceLevel.description}
        </Text>
      </Fact>
      <Fact name="Sold as">
        {serviceLevel.availabilityType.replaceAll('_', ' ')}, priced {serviceLevel.pricingType.replaceAll('_', ' ')}
      </Fact>
      {serviceLevel.duration.description && <Fact name="Duration">{serviceLevel.duration.description}</Fact>}
      {serviceLevel.businessHours && <Fact name="Open">{serviceLevel.businessHours}</Fact>}
      {start.length > 0 && <Fact name="Starting point">{start.join(', ')}</Fact>}
      {comforts.length > 0 && <Fact name="Includes">{comforts.join(', ')}</Fact>}
      {rate.passExpirationDate && (
        <Fact name="Valid until">
          <Day day={rate.passExpirationDate} long />
        </Fact>
      )}
      {cancellation.length > 0 && <Fact name="Cancellation">{cancellation.join(' ')}</Fact>}
      <Fact name="Distributor">{product.distributor.name}</Fact>
      {product.categories.length > 0 && (
        <Fact name="Categories">{product.categories.map(({ title }) => title).join(', ')}</Fact>
      )}
      {product.labels.length > 0 && <Fact name="Labels">{product.labels.join(', ')}</Fact>}
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
