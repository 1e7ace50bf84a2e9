import { Button, Center, Loader, ScrollArea, Text, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconBell,
  IconFileImport,
  IconHourglassHigh,
  IconPlugConnectedX,
  IconShieldX,
  IconWebhook,
  IconWebhookOff,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HeldCounts, NoticeView } from '#contracts/notices.ts';
import type { ShownNoticeKind } from '#domain/notice/events.ts';
import { noticesQuery } from '../api/notices.ts';
import { Empty } from '../shared/empty.tsx';
import { listTime } from '../shared/formats.ts';
import { Trouble } from '../shared/trouble.tsx';
import classes from './notices-list.module.css';

/** Where a notice leads, and how it looks. */
type Kind = { readonly to?: (notice: NoticeView) => string; readonly icon: Icon };
const toWebhook = ({ subject }: NoticeView) => `/messages-api/webhooks?webhook=${subject.id}`;
const kinds: Readonly<Record<ShownNoticeKind, Kind>> = {
  'connection-lost': { to: () => '/connections', icon: IconPlugConnectedX },
  'import-finished': { to: ({ subject }) => `/contacts?import=${subject.id}`, icon: IconFileImport },
  'webhook-failing': { to: toWebhook, icon: IconWebhook },
  'webhook-disabled': { to: toWebhook, icon: IconWebhookOff },
  'processing-held': { icon: IconHourglassHigh },
  'history-broken': { to: () => '/audit?integrity=open', icon: IconShieldX },
};

const NoticesList = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { t } = useTranslation();
  const query = useInfiniteQuery(noticesQuery);
  const notices = query.data?.pages.flatMap(page => page.notices);
  return (
    <>
      <Text component="h2" fw={600} size="sm" px="md" py="sm">
        {t('notices.title')}
      </Text>
      {query.isPending && (
        <Center p="xl">
          <Loader size="sm" />
        </Center>
      )}
      {query.isError && !notices && <Trouble error={query.error} onRetry={() => void query.refetch()} />}
      {notices?.length === 0 && <Empty icon={IconBell} text={t('notices.none')} />}
      {notices && notices.length > 0 && (
        <ScrollArea.Autosize mah={420} type="auto">
          <ul className={classes.list}>
            {notices.map(notice => (
              <Entry key={notice.id} notice={notice} onLeave={onLeave} />
            ))}
          </ul>
          {query.hasNextPage && (
            <Center pb="sm">
              <Button
                variant="subtle"
                size="xs"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('notices.more')}
              </Button>
            </Center>
          )}
        </ScrollArea.Autosize>
      )}
    </>
  );
};
export default NoticesList;

type EntryProps = { readonly notice: NoticeView; readonly onLeave: () => void };

const Entry = ({ notice, onLeave }: EntryProps) => {
  const { to } = kinds[notice.kind];
  const look = { className: classes.entry ?? '', 'data-new': notice.isNew || undefined };
  return (
    <li>
      {to ? (
        <Link to={to(notice)} {...look} onClick={onLeave}>
          <Content notice={notice} />
        </Link>
      ) : (
        <div {...look}>
          <Content notice={notice} />
        </div>
      )}
    </li>
  );
};

const Content = ({ notice }: Pick<EntryProps, 'notice'>) => {
  const { t, i18n } = useTranslation();
  const { icon: Picture } = kinds[notice.kind];
  const name = notice.subject.name ?? t('notices.unnamed');
  return (
    <>
      <Picture size={20} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>
          {notice.isNew && <VisuallyHidden component="span">{t('notices.new')} </VisuallyHidden>}
          {t(`notices.kinds.${notice.kind}`, { name })}
        </span>
        <span className={classes.detail}>{detailOf(t, notice)}</span>
        <time className={classes.detail} dateTime={notice.at}>
          {listTime(notice.at, new Date(), i18n.language)}
        </time>
      </span>
      {notice.isNew && <span className={classes.dot} aria-hidden />}
    </>
  );
};

const detailOf = (t: TFunction, { kind, counts, held, reason }: NoticeView): string => {
  if (held) return heldOf(t, held);
  if (counts) return t('notices.counts', { ...counts });
  if (kind === 'history-broken') return t(`integrity.kinds.${reason}`);
  if (kind === 'webhook-failing') return t('notices.webhook.warned');
  if (kind === 'webhook-disabled') return t(`notices.webhook.${reason === 'gone' ? 'gone' : 'failing'}`);
  return t([`connections.reasons.${reason}`, 'connections.reasons.other']);
};

const heldOf = (t: TFunction, { whole, ...counts }: HeldCounts): string => {
  const kinds = (['tickets', 'messages', 'contacts', 'others'] as const).filter(kind => counts[kind] > 0);
  const list = kinds.map(kind => t(`notices.held.${kind}`, { count: counts[kind] })).join(', ');
  return [t('notices.held.waits', { list }), ...(whole ? [t('notices.held.whole')] : [])].join(' ');
};
