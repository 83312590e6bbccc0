import { Center } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { LinkButton } from '#components/link-button.tsx';
import { StatePanel } from '#components/state-panel.tsx';

export default function NotFound() {
  return (
    <Center component="main" mih="100dvh">
      <StatePanel icon={IconMapOff} title="No such page" action={<LinkButton href="/orders">To the orders</LinkButton>}>
        The address leads nowhere in this console. Check it, or go on from the orders.
      </StatePanel>
    </Center>
  );
}
