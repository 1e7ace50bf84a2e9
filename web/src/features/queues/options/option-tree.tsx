import { Button, Text } from '@mantine/core';
import { IconListTree, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  depthOf,
  mostSiblings,
  type OptionPlace,
  optionsBelow,
  type QueueOption,
} from '#domain/queue-menu/tree.ts';
import { Empty } from '../../../shared/empty.tsx';
import { NewOption } from './new-option.tsx';
import { OptionCard } from './option-card.tsx';
import { OptionList } from './option-list.tsx';
import { indent } from './option-row.tsx';
import classes from './options.module.css';
import { type Item, itemsOf, stepsOf } from './places.ts';
import type { OptionActions } from './use-option-actions.ts';

type Props = {
  readonly options: readonly QueueOption[];
  readonly actions: OptionActions;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onRemove: (option: QueueOption) => void;
};

/** The options with the one that is open, and the place where a new one is written. */
export const OptionTree = ({ options, actions, openId, onOpen, onRemove }: Props) => {
  const { closed, fold, unfold } = useFolds(options);
  /** Below which option one is written: null at the top, undefined nowhere. */
  const [newBelow, setNewBelow] = useState<string | null>();
  const move = (id: string, to: OptionPlace): void => {
    unfold(to.parentId);
    void actions.move(id, to);
  };
  const card = (item: Item): ReactNode => {
    const { id } = item.option;
    if (id !== openId) return undefined;
    return (
      <OptionCard
        item={item}
        ways={stepsOf(options, item.option)}
        onChange={texts => actions.change(id, texts)}
        onMove={to => move(id, to)}
        onAddBelow={() => {
          unfold(id);
          setNewBelow(id);
        }}
        onRemove={() => onRemove(item.option)}
      />
    );
  };
  const newOption = (parentId: string | null): ReactNode => (
    <NewOption onAdd={texts => actions.add(parentId, texts)} onClose={() => setNewBelow(undefined)} />
  );
  const lastBelow = newBelow ? (itemsOf(options, closed, newBelow).at(-1)?.option.id ?? newBelow) : undefined;
  const isAtTop = newBelow === null;
  return (
    <>
      <Introduction isEmpty={options.length === 0 && !isAtTop} />
      <OptionList
        {...{ options, closed, card }}
        behind={({ option }) =>
          newBelow &&
          option.id === lastBelow && (
            <li
              key="new"
              className={classes.below}
              style={{ paddingInlineStart: newIndent(depthOf(options, newBelow)) }}
            >
              {newOption(newBelow)}
            </li>
          )
        }
        onFold={fold}
        onOpen={id => {
          onOpen(id);
          setNewBelow(undefined);
        }}
        onMove={move}
      />
      {isAtTop && newOption(null)}
      {!isAtTop && <AddButton options={options} onClick={() => setNewBelow(null)} />}
    </>
  );
};

/** Under the titles of those beside it. */
const newIndent = (depth: number): number => depth * indent + 48;

/** So many are seen at once without scrolling far. */
const shownAtOnce = 30;

/** Which options hide those below them: all in a long menu, until they are asked for. */
const useFolds = (options: readonly QueueOption[]) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(options.length > shownAtOnce ? options.map(({ id }) => id) : []),
  );
  const unfold = (id: string | null): void => setClosed(new Set([...closed].filter(each => each !== id)));
  const fold = (id: string): void => (closed.has(id) ? unfold(id) : setClosed(new Set([...closed, id])));
  return { closed, fold, unfold };
};

const Introduction = ({ isEmpty }: { readonly isEmpty: boolean }) => {
  const { t } = useTranslation();
  if (isEmpty) return <Empty icon={IconListTree} text={t('queueMenu.empty')} />;
  return (
    <Text size="xs" c="dimmed">
      {t('queueMenu.intro')}
    </Text>
  );
};

type AddProps = Pick<Props, 'options'> & { readonly onClick: () => void };

const AddButton = ({ options, onClick }: AddProps) => {
  const { t } = useTranslation();
  const isFirst = options.length === 0;
  const isFull = optionsBelow(options, null).length >= mostSiblings;
  return (
    <div className={isFirst ? classes.first : undefined}>
      <Button
        size="compact-md"
        variant={isFirst ? 'filled' : 'light'}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isFull}
        onClick={onClick}
      >
        {t('queueMenu.add')}
      </Button>
      {isFull && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('queueMenu.fullLevel')}
        </Text>
      )}
    </div>
  );
};
