import { lazy, Suspense, useState } from 'react';
import { QueueButton } from './queue-button.tsx';
import type { Filters } from './use-filters.ts';

const loadChoice = () => import('./queue-choice.tsx');
const QueueChoice = lazy(loadChoice);

/** Which of the user's queues the lists show. */
export const QueueFilter = ({ filters }: { filters: Filters }) => {
  const [wanted, setWanted] = useState(false);
  if (wanted) {
    return (
      <Suspense fallback={<QueueButton filters={filters} />}>
        <QueueChoice filters={filters} />
      </Suspense>
    );
  }
  return (
    <QueueButton
      filters={filters}
      onPointerEnter={() => void loadChoice()}
      onFocus={() => void loadChoice()}
      onClick={() => setWanted(true)}
    />
  );
};
