import { Skeleton, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countOfDays } from '#domain/dashboard/period.ts';
import { addDays } from '#domain/shared/calendar.ts';
import { sliceQuery } from '../../../api/replay-player.ts';
import { Empty } from '../../../shared/empty.tsx';
import { Trouble } from '../../../shared/trouble.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { PeriodForm } from './period-form.tsx';
import { sideOf } from './played-side.ts';
import classes from './player.module.css';
import { Stage } from './stage.tsx';
import { usePlayerAddress } from './use-player-address.ts';

/** A period, played: counters, lanes and what happened, from any moment of it. */
export const PlayerPage = () => {
  const { t } = useTranslation();
  const { address, change } = usePlayerAddress();
  const { from, to, beside, impossible } = address;
  const isPossible = impossible.length === 0;
  const length = countOfDays({ from, to });
  const asked = useQuery(sliceQuery(isPossible ? { from, to } : undefined));
  const other = useQuery(
    sliceQuery(beside && isPossible ? { from: beside, to: addDays(beside, length - 1) } : undefined),
  );
  const side = useMemo(() => asked.data && sideOf(asked.data), [asked.data]);
  const otherSide = useMemo(() => (beside && other.data ? sideOf(other.data) : null), [beside, other.data]);
  const late = useLate(asked.isPending);
  const failed = [asked, ...(beside ? [other] : [])].find(({ error }) => error !== null);
  const isEmpty = side?.player.length === 0 && (otherSide?.player.length ?? 0) === 0;
  return (
    <div className={classes.page}>
      <PeriodForm
        address={address}
        isNone={!isPossible}
        onChange={next => {
          const isOther = next.from !== from || next.to !== to;
          change(isOther ? { ...next, at: null } : next, { replace: false });
        }}
      />
      {!isPossible ? (
        <Text role="alert" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('replayPlayer.impossible', { names: impossible.join(', ') })}
        </Text>
      ) : failed ? (
        <Trouble error={failed.error} onRetry={() => void failed.refetch()} isAlone />
      ) : !side ? (
        late && <Waiting />
      ) : isEmpty ? (
        <Empty icon={IconPlayerPlay} text={t('replayPlayer.empty')} />
      ) : (
        <Stage
          key={`${from} ${to}`}
          side={side}
          other={otherSide}
          at={address.at}
          speed={address.speed}
          onStand={at => change({ at }, { replace: true })}
          onSpeed={speed => change({ speed }, { replace: true })}
        />
      )}
    </div>
  );
};

const Waiting = () => (
  <>
    <Skeleton h={72} />
    <Skeleton h={220} />
    <Skeleton h={280} />
  </>
);
