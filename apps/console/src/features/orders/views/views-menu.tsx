import { Menu } from '@mantine/core';
import { IconCheck, IconPlus, IconSettings } from '@tabler/icons-react';
import Link from 'next/link';
import type { OpensAt } from '#components/on-demand.tsx';
import { type SavedView, viewHref } from './views-query.ts';

type ViewsMenuProps = OpensAt & {
  views: SavedView[];
  /** The view that is currently shown. */
  current: SavedView | undefined;
  /** The query string of the current list, in the form that a view stores. */
  present: string;
  show: (what: 'save' | 'manage') => void;
};

/** The menu of views. */
export function ViewsMenu({ button, opened, setOpened, views, current, present, show }: ViewsMenuProps) {
  const own = views.filter(({ isOwn }) => isOwn);
  const others = views.filter(({ isOwn }) => !isOwn);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={270}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        <Menu.Item component={Link} href="/orders" prefetch={false} rightSection={present === '' && <Check />}>
          All orders, newest first
        </Menu.Item>
        <Views label="Your views" views={own} current={current} />
        <Views label="Shared by others" views={others} current={current} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show('save')}>
          Save this list as a view
        </Menu.Item>
        {views.some(({ mayChange }) => mayChange) && (
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => show('manage')}>
            Change views
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const Check = () => <IconCheck size={16} aria-label="Current view" />;

type ViewsProps = { label: string; views: SavedView[]; current: SavedView | undefined };

const Views = ({ label, views, current }: ViewsProps) =>
  views.length > 0 && (
    <>
      <Menu.Divider />
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          component={Link}
          href={viewHref(view.query)}
          prefetch={false}
          rightSection={view === current && <Check />}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
