import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deepestOption, mostSiblings, type OptionPlace, type QueueOption } from '#domain/queue-menu/tree.ts';
import { OptionFields } from './option-fields.tsx';
import classes from './options.module.css';
import type { Item, Step } from './places.ts';
import { steps } from './places.ts';
import type { OptionTexts } from './use-option-actions.ts';

type Props = {
  readonly item: Item;
  readonly ways: Readonly<Record<Step, OptionPlace | undefined>>;
  readonly onChange: (texts: OptionTexts) => Promise<boolean>;
  readonly onMove: (to: OptionPlace) => void;
  readonly onAddBelow: () => void;
  readonly onRemove: () => void;
};

/** An option that is open: its texts are saved when they are left, and steps move it. */
export const OptionCard = ({ item, ways, onChange, onMove, onAddBelow, onRemove }: Props) => {
  const { t } = useTranslation();
  const { option, depth, below } = item;
  const fields = useTexts(option, onChange);
  const isFull = below >= mostSiblings || depth + 1 >= deepestOption;
  return (
    <fieldset className={classes.card} aria-label={t('queueMenu.optionOf', { title: option.title })}>
      <OptionFields {...fields} />
      <div className={classes.tools}>
        <Steps {...{ item, ways, onMove }} />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isFull}
          title={
            below >= mostSiblings ? t('queueMenu.fullLevel') : isFull ? t('queueMenu.deepest') : undefined
          }
          onClick={onAddBelow}
        >
          {t('queueMenu.addBelow')}
        </Button>
        <Tooltip label={t('queueMenu.remove')}>
          <ActionIcon
            className={classes.last ?? ''}
            variant="subtle"
            color="red"
            aria-label={t('queueMenu.remove')}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </fieldset>
  );
};

/** What is typed, over what is saved: somebody else's change shows where nothing is typed. */
const useTexts = (option: QueueOption, onChange: Props['onChange']) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Partial<OptionTexts>>({});
  const texts = { title: option.title, message: option.message, ...typed };
  const isChanged = texts.title !== option.title || texts.message !== option.message;
  const isBlank = texts.title.trim() === '';
  const sending = useRef('');
  const save = async (): Promise<void> => {
    const wanted = JSON.stringify(texts);
    // Left and gone at once: one change.
    if (!isChanged || isBlank || wanted === sending.current) return;
    sending.current = wanted;
    if (await onChange(texts)) setTyped({});
    sending.current = '';
  };
  const unsaved = useRef<() => Promise<void>>(undefined);
  unsaved.current = save;
  // Who closes the dialog while typing has written all the same.
  useEffect(() => () => void unsaved.current?.(), []);
  return {
    texts,
    error: isBlank ? t('records.required') : undefined,
    onChange: (changed: Partial<OptionTexts>) => setTyped({ ...typed, ...changed }),
    onLeave: () => void save(),
    onEnter: () => void save(),
  };
};

const icons = {
  up: IconArrowUp,
  down: IconArrowDown,
  in: IconIndentIncrease,
  out: IconIndentDecrease,
} as const satisfies Record<Step, unknown>;

/** The way to order options without dragging. A step that cannot be taken keeps the focus, and says so. */
const Steps = ({ item, ways, onMove }: Pick<Props, 'item' | 'ways' | 'onMove'>) => {
  const { t } = useTranslation();
  const pressed = useRef<HTMLButtonElement>(null);
  const at = `${item.option.parentId}/${item.place}`;
  // The row has moved in the page, which takes the focus from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it stands elsewhere
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [at]);
  return steps.map(step => {
    const Picture = icons[step];
    const to = ways[step];
    return (
      <Tooltip key={step} label={t(`queueMenu.step.${step}`)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(`queueMenu.step.${step}`)}
          aria-disabled={!to}
          data-disabled={!to}
          onClick={({ currentTarget }) => {
            if (!to) return;
            pressed.current = currentTarget;
            onMove(to);
          }}
        >
          <Picture size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  });
};
