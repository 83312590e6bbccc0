import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconCheck, IconPlus, IconSettings } from '@tabler/icons-react';
import { Link } from '#components/link.tsx';
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
  const { t } = useLingui();
  const own = views.filter(({ isOwn }) => isOwn);
  const others = views.filter(({ isOwn }) => !isOwn);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={270}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        <Menu.Item component={Link} href="/orders" rightSection={present === '' && <Check />}>
          <Trans>All orders, newest first</Trans>
        </Menu.Item>
        <Views label={t`Your views`} views={own} current={current} />
        <Views label={t`Shared by others`} views={others} current={current} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show('save')}>
          <Trans>Save this list as a view</Trans>
        </Menu.Item>
        {views.some(({ mayChange }) => mayChange) && (
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => show('manage')}>
            <Trans>Change views</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const Check = () => {
  const { t } = useLingui();
  return <IconCheck size={16} aria-label={t`Current view`} />;
};

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
          rightSection={view === current && <Check />}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
