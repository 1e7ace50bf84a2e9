import { IconPencil, IconSitemap, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/may.ts';
import { type QueueView, queueSource } from '../../api/queues.ts';
import { useUser } from '../../api/session-store.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { RecordPage } from '../../kit/records/record-page.tsx';
import type { RecordColumn } from '../../kit/records/record-table.tsx';
import type { RecordAction } from '../../kit/records/row-actions.tsx';
import classes from './queues.module.css';
import { RemoveQueue } from './remove-queue.tsx';

const QueueForm = lazy(() => import('./queue-form.tsx'));

type Choice =
  | { readonly kind: 'form'; readonly queue?: QueueView }
  | { readonly kind: 'remove'; readonly queue: QueueView };

/** The queues of the company in their order, and who may make, change and remove them. */
const QueuesPage = () => {
  const { t } = useTranslation();
  const user = useUser();
  const [choice, setChoice] = useState<Choice>();
  const close = useCallback(() => setChoice(undefined), []);
  const columns = useQueueColumns();
  const historyActions = useHistoryAction();
  const actions = (queue: QueueView): readonly RecordAction[] => [
    ...(may(user, 'queue.change')
      ? [{ label: t('records.edit'), icon: IconPencil, run: () => setChoice({ kind: 'form', queue }) }]
      : []),
    ...historyActions('object', queue.id),
    ...(may(user, 'queue.remove')
      ? [
          {
            ...{ label: t('records.remove'), icon: IconTrash, isDangerous: true },
            run: () => setChoice({ kind: 'remove', queue }),
          },
        ]
      : []),
  ];
  const add = { label: t('queues.add'), run: () => setChoice({ kind: 'form' }) };
  return (
    <>
      <RecordPage
        {...{ source: queueSource, columns, actions, nameOf }}
        title={t('navigation.queues')}
        icon={IconSitemap}
        emptyText={t('queues.empty')}
        buttons={3}
        add={may(user, 'queue.create') ? add : undefined}
      />
      {choice?.kind === 'form' && (
        <Suspense>
          <QueueForm {...{ queue: choice.queue, onClose: close }} />
        </Suspense>
      )}
      {choice?.kind === 'remove' && <RemoveQueue queue={choice.queue} onClose={close} />}
    </>
  );
};
export default QueuesPage;

const nameOf = ({ name }: QueueView): string => name;

const longestTitle = 500;

const useQueueColumns = (): readonly RecordColumn<QueueView>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        ...{ id: 'name', header: t('queues.name'), width: 'minmax(0, 240px)' },
        cell: ({ name }) => (
          <span className={classes.name} title={name}>
            {name}
          </span>
        ),
      },
      {
        ...{ id: 'color', header: t('queues.color'), width: '130px' },
        cell: ({ color }) => (
          <span className={classes.color}>
            <span className={classes.dot} style={{ background: color }} aria-hidden />
            {color}
          </span>
        ),
      },
      {
        ...{ id: 'greeting', header: t('queues.greetingColumn') },
        cell: ({ greetingMessage }) => (
          <span title={greetingMessage.slice(0, longestTitle)}>{greetingMessage}</span>
        ),
      },
    ],
    [t],
  );
};
