import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconMapPin, IconNote, IconPhone, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { phoneHref, phoneText, whatsappHref, whatsappText } from '#lib/phone.ts';
import classes from './crew.module.css';
import type { CrewJob } from './crew-operations.ts';

const mapHref = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;

/** Where to go, whom to meet, and what to know. */
export function JobVisit({ job: { place, city, leader, guests, needs, notes } }: { job: CrewJob }) {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      <Line icon={<IconMapPin size={20} aria-hidden />}>
        {place ? (
          <>
            <Text>{place.address}</Text>
            <Anchor href={mapHref(place)} target="_blank" rel="noreferrer" className={classes.touch}>
              <Trans>Show the way on the map</Trans>
            </Anchor>
          </>
        ) : (
          <Text>{city}</Text>
        )}
      </Line>
      <Line icon={<IconUsers size={20} aria-hidden />}>
        <Text>
          <Plural value={guests ?? 0} one="# guest" other="# guests" />
          {leader && `, ${leader.name}`}
        </Text>
        {needs.map(({ key, amount }) => (
          <Text key={key} size="sm" fw={600}>
            {key}: {amount}
          </Text>
        ))}
      </Line>
      {leader && (
        <Calls
          phone={phoneText(leader)}
          whatsapp={whatsappText(leader)}
          label={t`Call ${{ name: leader.name }}`}
          chat={t`WhatsApp ${{ name: leader.name }}`}
        />
      )}
      {notes.map((note) => (
        <Line key={note} icon={<IconNote size={20} aria-hidden />}>
          <Text className={classes.note}>{note}</Text>
        </Line>
      ))}
    </Stack>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <span className={classes.icon}>{icon}</span>
      <div className={classes.grow}>{children}</div>
    </Group>
  );
}

function Calls({ phone, whatsapp, label, chat }: { phone: string; whatsapp: string; label: string; chat: string }) {
  const call = phoneHref(phone);
  const message = whatsappHref(whatsapp);
  if (!call && !message) return null;
  return (
    <Line icon={<IconPhone size={20} aria-hidden />}>
      {call && (
        <Anchor href={call} aria-label={`${label}: ${phone}`} className={classes.touch}>
          {phone}
        </Anchor>
      )}
      {message && (
        <Anchor href={message} target="_blank" rel="noreferrer" aria-label={chat} className={classes.touch}>
          WhatsApp
        </Anchor>
      )}
    </Line>
  );
}
