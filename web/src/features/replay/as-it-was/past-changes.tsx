import { ActionIcon, Button, Skeleton, Text } from '@mantine/core';
import { IconArrowNarrowRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type PastChange, type PastChanges, type PastOverview, pastChangeKinds } from '#contracts/replay.ts';
import { pastChangesQuery, pastOverviewQuery } from '../../../api/replay.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { localDateAndTime } from '../../../shared/formats.ts';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { useSearch } from '../../../shared/use-search.ts';
import { userName } from '../../../shared/user-name.ts';
import classes from './as-it-was.module.css';
import { aDayEarlier, hourMs, localOf, pastAddress } from './use-instant.ts';

type Props = { readonly at: string; readonly overview: PastOverview };

/** What changed since an earlier instant, which is in the address, too. */
export const PastChangesPanel = ({ at, overview }: Props) => {
  const { t } = useTranslation();
  const [search, change] = useSearch();
  const since = search.get('since');
  const isEarlier = since !== null && Date.parse(since) < Date.parse(at);
  const compare = (from: string | null): void => change({ since: from }, { replace: false });
  const choices = [
    ['hourEarlier', new Date(Date.parse(at) - hourMs).toISOString()],
    ['dayEarlier', aDayEarlier(at, 1)],
    ['week', aDayEarlier(at, 7)],
  ] as const;
  return (
    <section className={classes.panel} aria-label={t('replay.changes.title')}>
      <div className={classes.changesHead} data-open={isEarlier || undefined}>
        <h2 className={classes.heading}>
          {isEarlier
            ? t('replay.changes.since', { when: localDateAndTime(localOf(since)) })
            : t('replay.changes.title')}
        </h2>
        {isEarlier ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('replay.changes.close')}
            onClick={() => compare(null)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        ) : (
          choices.map(([name, from]) => (
            <Button key={name} variant="default" size="compact-sm" onClick={() => compare(from)}>
              {t(`replay.instant.${name}`)}
            </Button>
          ))
        )}
      </div>
      {isEarlier && <Changes key={since} since={new Date(since).toISOString()} now={overview} />}
    </section>
  );
};

const Changes = ({ since, now }: { readonly since: string; readonly now: PastOverview }) => {
  const { t } = useTranslation();
  const then = useQuery(pastOverviewQuery(since));
  const { data, error, isPending, refetch } = useQuery(pastChangesQuery(since, now.at));
  const late = useLate(isPending);
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return late && <Skeleton h={120} />;
  return (
    <>
      {then.data && <Counters then={then.data.counters} now={now.counters} />}
      <div className={classes.changes}>
        {pastChangeKinds.map(kind => (
          <div key={kind}>
            <h3 className={classes.kind}>{t(`replay.changes.${kind}`, { count: data.counts[kind] })}</h3>
            <Kind at={now.at} data={data} kind={kind} />
          </div>
        ))}
      </div>
    </>
  );
};

type Figures = PastOverview['counters'];

const Counters = ({ then, now }: { readonly then: Figures; readonly now: Figures }) => {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const signed = new Intl.NumberFormat(i18n.language, { signDisplay: 'always' });
  return (
    <ul className={classes.counters}>
      {(['waiting', 'attending'] as const).map(name => (
        <li key={name} className="figures">
          {t(`replay.columns.${name}`)}: {number.format(then[name])}{' '}
          <IconArrowNarrowRight size={14} role="img" aria-label={t('replay.changes.to')} />{' '}
          <strong>{number.format(now[name])}</strong>
          {now[name] !== then[name] && ` (${signed.format(now[name] - then[name])})`}
        </li>
      ))}
    </ul>
  );
};

type KindProps = { readonly at: string; readonly data: PastChanges; readonly kind: PastChange['change'] };

const Kind = ({ at, data, kind }: KindProps) => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const own = data.changes.filter(({ change }) => change === kind);
  const more = data.counts[kind] - own.length;
  return (
    <>
      <ul className={classes.notes}>
        {own.map(change => (
          <li key={change.id}>
            <Link
              className={classes.change ?? ''}
              to={pastAddress(`/replay/tickets/${change.id}`, search, at)}
            >
              <span className={classes.name}>{contactName(t, change.contact)}</span>
              <span className={classes.meta}>{wayOf(t, change)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {t('replay.changes.more', { count: more })}
        </Text>
      )}
    </>
  );
};

/** Where it stood and where it stands, as far as it did. */
const wayOf = (t: TFunction, { number, before, after }: PastChange): string => {
  const way = [before, after].flatMap(each => (each ? [standingText(t, each)] : [])).join(' → ');
  return number === null ? way : `#${number} · ${way}`;
};

const standingText = (t: TFunction, { status, queue, user }: NonNullable<PastChange['before']>): string => {
  const place = queue?.name ?? t('tickets.noQueue');
  return user ? `${userName(t, user)} (${place})` : `${t(`replay.status.${status}`)} (${place})`;
};
