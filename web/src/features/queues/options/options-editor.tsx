import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { descendantsOf, optionsBelow, type QueueOption } from '#domain/queue-menu/tree.ts';
import { queueOptionsQuery } from '../../../api/queue-options.ts';
import { Failure, NotLoaded } from '../../../kit/dialog-parts.tsx';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { useLate } from '../../../shared/use-late.ts';
import { OptionTree } from './option-tree.tsx';
import classes from './options.module.css';
import { Phone } from './phone.tsx';
import { answersTo, menuOf } from './talk.ts';
import { useOptionActions } from './use-option-actions.ts';

/** The queue as its form has it right now. */
export type EditedQueue = { readonly id: string; readonly name: string; readonly greeting: string };

/** The options of a queue, each change saved at once, and how a customer meets them. Specification, secondary, section 2. */
const OptionsEditor = ({ queue }: { readonly queue: EditedQueue }) => {
  const query = useQuery(queueOptionsQuery(queue.id));
  const isLate = useLate(query.isPending);
  return (
    <>
      <NotLoaded queries={[query]} />
      {isLate && <Loading />}
      {query.data && <Options {...{ queue, options: query.data }} />}
    </>
  );
};

export default OptionsEditor;

const Loading = () => (
  <Stack gap={8} aria-hidden>
    {['60%', '75%', '50%', '70%'].map(width => (
      <Skeleton key={width} height={32} width={width} />
    ))}
  </Stack>
);

type Props = { readonly queue: EditedQueue; readonly options: readonly QueueOption[] };

const Options = ({ queue, options }: Props) => {
  const { t } = useTranslation();
  const [openId, setOpen] = useState<string>();
  const [leaving, setLeaving] = useState<QueueOption>();
  const actions = useOptionActions(queue.id, options);
  const remove = (option: QueueOption): void => void actions.remove(option);
  const count = leaving ? descendantsOf(options, leaving.id).length : 0;
  return (
    <div className={classes.editor}>
      <Stack gap="xs" className={classes.tree ?? ''}>
        <Failure text={actions.failure} />
        <OptionTree
          {...{ options, actions, openId }}
          onOpen={setOpen}
          onRemove={option =>
            optionsBelow(options, option.id).length > 0 ? setLeaving(option) : remove(option)
          }
        />
        <output className={classes.spoken} aria-live="polite">
          {actions.said}
        </output>
      </Stack>
      <Phone
        key={openId ?? ''}
        menu={menuOf(queue, options)}
        name={queue.name}
        answers={answersTo(options, openId ?? null)}
      />
      {leaving && (
        <ConfirmDialog
          title={t('queueMenu.removeOf', { title: leaving.title })}
          text={`${t('queueMenu.withBelow', { count })} ${t('ticket.confirmDelete')}`}
          action={t('records.remove')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
};
