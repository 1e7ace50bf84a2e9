import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionPlace } from '#domain/queue-menu/tree.ts';
import classes from './options.module.css';
import { type Item, type Side, sides } from './places.ts';

type Props = {
  readonly item: Item;
  readonly isClosed: boolean;
  /** Another is dragged: where it would come, by the side of this one on which it is dropped. */
  readonly drops: Readonly<Record<Side, OptionPlace | undefined>> | undefined;
  readonly onFold: () => void;
  readonly onOpen: () => void;
  /** What stands in the row's place while it is open. */
  readonly card: ReactNode;
};

/** Pixels a level. */
export const indent = 18;

/** One option in the list: its number, its title and the beginning of its message. */
export const OptionRow = ({ item, isClosed, drops, onFold, onOpen, card }: Props) => {
  const { t } = useTranslation();
  const { option, depth, place, siblings, below } = item;
  const { id, title, message } = option;
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      style={{ paddingInlineStart: depth * indent }}
      data-dragged={isDragging || undefined}
    >
      <div className={classes.line}>
        <span className={classes.grip} {...listeners} aria-hidden>
          <IconGripVertical size={16} />
        </span>
        {below > 0 ? (
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-expanded={!isClosed}
            aria-label={t('queueMenu.below', { title, count: below })}
            onClick={onFold}
          >
            {isClosed ? (
              <IconChevronRight size={16} aria-hidden />
            ) : (
              <IconChevronDown size={16} aria-hidden />
            )}
          </ActionIcon>
        ) : (
          <span className={classes.noFold} />
        )}
        <span className={classes.digit} aria-hidden>
          {place}
        </span>
        {card ?? (
          <button type="button" className={classes.opener} title={title} onClick={onOpen}>
            <span className={classes.title}>{title}</span>
            {message && <span className={classes.message}>{message}</span>}
            <span className={classes.spoken}>
              {t('queueMenu.place', { place, count: siblings, level: depth + 1 })}
            </span>
          </button>
        )}
      </div>
      {drops &&
        sides.map(side => drops[side] && <DropZone key={side} {...{ id, side, depth }} to={drops[side]} />)}
    </li>
  );
};

type ZoneProps = {
  readonly id: string;
  readonly side: Side;
  readonly depth: number;
  readonly to: OptionPlace;
};

/** A third of a row while something is dragged, and the sign of what would become of it. */
const DropZone = ({ id, side, depth, to }: ZoneProps) => {
  const { setNodeRef, isOver } = useDroppable({ id: `${side} ${id}`, data: to });
  const inner = to.parentId === id ? depth + 1 : depth;
  return (
    <span
      ref={setNodeRef}
      className={classes.zone}
      data-side={side}
      data-over={isOver || undefined}
      style={{ insetInlineStart: inner * indent }}
    />
  );
};
