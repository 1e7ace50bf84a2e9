import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  descendantsOf,
  movedOption,
  type OptionPlace,
  optionsBelow,
  placeOf,
  type QueueOption,
} from '#domain/queue-menu/tree.ts';
import {
  addQueueOption,
  changeQueueOption,
  moveQueueOption,
  queueOptionsQuery,
  removeQueueOption,
} from '../../../api/queue-options.ts';
import { errorText } from '../../../shared/show-error.ts';

export type OptionTexts = Pick<QueueOption, 'title' | 'message'>;

/**
 * What can be done to the options of a queue, one after the other, each saved at once. `said` is for those who do not
 * see what became of it; `failure` stays until something succeeds.
 */
export const useOptionActions = (queueId: string, options: readonly QueueOption[]) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [said, setSaid] = useState('');
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const run = (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    const outcome = last.current.then(async () => {
      try {
        await work();
        setFailure(undefined);
        if (done) setSaid(done);
        return true;
      } catch (error) {
        setFailure(errorText(error));
        return false;
      }
    });
    last.current = outcome;
    return outcome;
  };
  /** As they are by now: what is asked for in a row builds on what came before. */
  const now = (): readonly QueueOption[] =>
    client.getQueryData(queueOptionsQuery(queueId).queryKey) ?? options;

  const placed = (after: readonly QueueOption[], id: string): string => {
    const option = after.find(each => each.id === id);
    if (!option) return '';
    const parent = after.find(each => each.id === option.parentId);
    const count = optionsBelow(after, option.parentId).length;
    const what = { title: option.title, place: placeOf(after, option), count };
    return parent
      ? t('queueMenu.movedBelow', { ...what, parent: parent.title })
      : t('queueMenu.movedTop', what);
  };

  return {
    failure,
    said,
    add: (parentId: string | null, texts: OptionTexts) =>
      run(
        () => addQueueOption(client, queueId, { parentId, ...texts }),
        t('queueMenu.added', { title: texts.title.trim() }),
      ),
    change: (id: string, texts: OptionTexts) =>
      run(() => changeQueueOption(client, queueId, { id, ...texts })),
    move: (id: string, to: OptionPlace) =>
      run(async () => {
        const after = movedOption(now(), id, to);
        await moveQueueOption(client, queueId, { id, ...to });
        setSaid(placed(after, id));
      }),
    remove: ({ id, title }: QueueOption) => {
      const below = descendantsOf(now(), id).map(each => each.id);
      return run(() => removeQueueOption(client, queueId, [id, ...below]), t('queueMenu.removed', { title }));
    },
  };
};
export type OptionActions = ReturnType<typeof useOptionActions>;
