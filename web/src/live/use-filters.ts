import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { may } from '#domain/access/may.ts';
import { queuesQuery } from '../api/queues.ts';
import { useUser } from '../api/session-store.ts';

/** Show-all and the chosen queues, remembered in this browser for each user. */
export const useFilters = () => {
  const user = useUser();
  const mayShowAll = may(user, 'ticket.listAll');
  const allQueues = useQuery({ ...queuesQuery, enabled: mayShowAll });
  const [wantsAll, setShowAll] = useLocalStorage({
    key: `show-all-${user.id}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useLocalStorage<string[] | null>({
    key: `queues-${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const queues = mayShowAll ? (allQueues.data ?? user.queues) : user.queues;
  const queueIds = useMemo(() => {
    if (chosen === null) return null;
    const known = queues.map(queue => queue.id).filter(id => chosen.includes(id));
    return known.length === 0 || known.length === queues.length ? null : known;
  }, [chosen, queues]);
  return {
    mayShowAll,
    showAll: mayShowAll && wantsAll,
    setShowAll,
    queues,
    queueIds,
    setQueueIds: setChosen,
  };
};

export type Filters = ReturnType<typeof useFilters>;
