import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noticesQuery, readNotices } from '../api/notices.ts';
import { badgeCount } from '../shared/formats.ts';
import { untilThere } from '../shared/until-there.ts';

const NoticesList = lazy(untilThere(() => import('./notices-list.tsx')));

/** What administrators must know. What was new is seen once the list is closed. */
const NoticesBell = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data } = useInfiniteQuery(noticesQuery);
  const unread = data?.pages[0]?.unread ?? 0;
  const newest = data?.pages[0]?.notices[0]?.position;
  const label = unread > 0 ? t('notices.openUnread', { count: unread }) : t('notices.open');

  const change = (next: boolean): void => {
    setOpen(next);
    // What could not be marked is shown as new once more.
    if (!next && unread > 0 && newest !== undefined) readNotices(client, newest).catch(() => undefined);
  };
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" width={360} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          data-hint={isOpen ? undefined : label}
          onClick={() => change(!isOpen)}
        >
          <Indicator
            color="red"
            size={16}
            offset={2}
            disabled={unread === 0 || isOpen}
            label={badgeCount(unread)}
          >
            <IconBell size={20} stroke={1.6} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label={t('notices.title')}>
        <Suspense>
          <NoticesList onLeave={() => change(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};
export default NoticesBell;
