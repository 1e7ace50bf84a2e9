import { useTranslation } from 'react-i18next';
import type { Filters } from '../../live/use-filters.ts';
import { ChoiceFilter } from './choice-filter.tsx';

/** Which of the user's queues the lists show. */
export const QueueFilter = ({ filters }: { filters: Filters }) => {
  const { t } = useTranslation();
  const { queues, queueIds, setQueueIds } = filters;
  const label = queueIds ? t('tickets.queuesChosen', { count: queueIds.length }) : t('tickets.queues');
  return (
    <ChoiceFilter
      label={label}
      title={t('tickets.queues')}
      options={queues}
      chosen={queueIds ?? queues.map(queue => queue.id)}
      onChange={setQueueIds}
      active={queueIds !== null}
      resetLabel={t('tickets.allQueues')}
      onReset={() => setQueueIds(null)}
      disabled={queues.length === 0}
    />
  );
};
