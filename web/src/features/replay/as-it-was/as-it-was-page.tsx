import { Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pastOverviewQuery } from '../../../api/replay.ts';
import { Empty } from '../../../shared/empty.tsx';
import { useLate } from '../../../shared/use-late.ts';
import classes from './as-it-was.module.css';
import { InstantForm } from './instant-form.tsx';
import { PastBanner } from './past-banner.tsx';
import { PastChangesPanel } from './past-changes.tsx';
import { PastFigures } from './past-figures.tsx';
import { PastLists } from './past-lists.tsx';
import { PastTicketPage } from './past-ticket-page.tsx';
import { PastTrouble } from './past-trouble.tsx';
import { useInstant } from './use-instant.ts';

/** The company as it was at an instant, and a ticket of it. Nothing can be done here but look. */
export const AsItWasPage = () => {
  const { pathname } = useLocation();
  const { at, isNonsense, show } = useInstant();
  const [, ticketId] = /^\/replay\/tickets\/([\w-]+)$/.exec(pathname) ?? [];
  if (at && ticketId) return <PastTicketPage key={ticketId} at={at} ticketId={ticketId} onShow={show} />;
  return (
    <div className={classes.page}>
      {at && <PastBanner at={at} />}
      <InstantForm at={at} onShow={show} />
      {at ? <Company at={at} /> : <Invitation isNonsense={isNonsense} />}
    </div>
  );
};

const Invitation = ({ isNonsense }: { readonly isNonsense: boolean }) => {
  const { t } = useTranslation();
  return <Empty icon={IconHistory} text={isNonsense ? t('replay.nonsense') : t('replay.invitation')} />;
};

const Company = ({ at }: { readonly at: string }) => {
  const { data, error, isPending, refetch } = useQuery(pastOverviewQuery(at));
  const late = useLate(isPending);
  if (error && !data) return <PastTrouble error={error} onRetry={() => void refetch()} />;
  if (!data) return late && <Waiting />;
  return (
    <>
      <PastFigures overview={data} />
      <PastChangesPanel at={at} overview={data} />
      <PastLists key={at} at={at} counters={data.counters} />
    </>
  );
};

const Waiting = () => (
  <>
    <div className={classes.cards}>
      {['a', 'b', 'c'].map(key => (
        <Skeleton key={key} h={80} />
      ))}
    </div>
    <Skeleton h={160} />
    <Skeleton h={240} />
  </>
);
