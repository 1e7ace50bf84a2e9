import { Loader, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery } from '../../api/dashboard.ts';
import { companyZone } from '../../shared/company-zone.ts';
import { Trouble } from '../../shared/trouble.tsx';
import { untilThere } from '../../shared/until-there.ts';
import { useLate } from '../../shared/use-late.ts';
import { Attendants } from './attendants.tsx';
import classes from './dashboard.module.css';
import { EpisodesDrawer, UnknownFigure } from './episodes-drawer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { OpenFigure } from './open-figure.tsx';
import { Counters, DueCard, Today } from './overview.tsx';
import { useFilter } from './use-filter.ts';
import { useOpenedFigure } from './use-opened-figure.ts';

const Backlog = lazy(untilThere(() => import('./backlog.tsx')));
const Report = lazy(untilThere(() => import('./report.tsx')));

/** Figures of the company, in its time zone, as they change. Specification, core, section 2. */
const DashboardPage = () => {
  const { t } = useTranslation();
  const { filter, change } = useFilter();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(dashboardQuery(filter));
  const late = useLate(isPending);
  const { opened, open, close } = useOpenedFigure();
  return (
    <OpenFigure value={open}>
      <div className={classes.page}>
        <div className={classes.head}>
          <Title order={1} fz={18}>
            {t('navigation.dashboard')}
          </Title>
          <span className={classes.zone}>{t('dashboard.zone', { zone: companyZone() })}</span>
          {data && <span className={classes.zone}>{t('dashboard.version', { version: data.version })}</span>}
          {isPlaceholderData && <Loader size="xs" aria-label={t('dashboard.loading')} />}
        </div>
        {data ? (
          <>
            {error && <Trouble error={error} onRetry={() => void refetch()} />}
            <div className={classes.top}>
              <DueCard />
              <Today hours={data.today} />
            </div>
            <FilterBar filter={filter} onChange={change} />
            <Counters figures={data.counters} />
            <Attendants rows={data.attendants} />
            <Suspense fallback={<Skeleton h={280} />}>
              <Backlog filter={filter} />
            </Suspense>
            <Suspense fallback={<Skeleton h={320} />}>
              <Report filter={filter} />
            </Suspense>
          </>
        ) : error ? (
          <>
            {/* What was refused may be the filter, which can be changed. */}
            <FilterBar filter={filter} onChange={change} />
            <Trouble error={error} onRetry={() => void refetch()} />
          </>
        ) : (
          late && <Waiting />
        )}
        {opened &&
          ('unknown' in opened ? (
            <UnknownFigure said={opened.unknown} onClose={close} />
          ) : (
            <EpisodesDrawer opened={opened} filter={filter} onClose={close} />
          ))}
      </div>
    </OpenFigure>
  );
};
export default DashboardPage;

const Waiting = () => (
  <>
    <div className={classes.top}>
      <Skeleton h={96} />
      <Skeleton h={280} />
    </div>
    <div className={classes.cards}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <Skeleton key={key} h={88} />
      ))}
    </div>
    <Skeleton h={200} />
  </>
);
