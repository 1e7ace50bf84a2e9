import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MeasuringStrategy,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { fitOf, type OptionPlace, type QueueOption } from '#domain/queue-menu/tree.ts';
import { OptionRow } from './option-row.tsx';
import classes from './options.module.css';
import { dropPlace, type Item, itemsOf, lastBelow, type Side } from './places.ts';

type Props = {
  readonly options: readonly QueueOption[];
  readonly closed: ReadonlySet<string>;
  readonly onFold: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onMove: (id: string, to: OptionPlace) => void;
  /** What stands in the place of an option's row, and behind it. */
  readonly card: (item: Item) => ReactNode;
  readonly behind: (item: Item) => ReactNode;
};

/** Moves are told in a region of our own, by pointer and by keys alike: these would be in English. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
};
const measuring = { droppable: { strategy: MeasuringStrategy.Always } };
const startsAfter = { activationConstraint: { distance: 5 } };

/** The options as a list that is ordered and nested by dragging; keys take the steps of an open option. */
export const OptionList = ({ options, closed, onFold, onOpen, onMove, card, behind }: Props) => {
  const [draggedId, setDragged] = useState<string>();
  const sensors = useSensors(useSensor(PointerSensor, startsAfter));
  const dragged = options.find(({ id }) => id === draggedId);
  const drop = ({ active, over }: DragEndEvent): void => {
    setDragged(undefined);
    const to = over?.data.current;
    if (isPlace(to)) onMove(String(active.id), to);
  };
  const dropsOn = (item: Item): Readonly<Record<Side, OptionPlace | undefined>> | undefined => {
    if (!dragged) return undefined;
    const isOpen = item.below > 0 && !closed.has(item.option.id);
    const on = (side: Side) => dropPlace(options, dragged.id, { target: item.option, side, isOpen });
    return { before: on('before'), into: on('into'), after: on('after') };
  };
  return (
    <DndContext
      {...{ sensors, measuring }}
      accessibility={silent}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={drop}
    >
      <div className={classes.frame}>
        <ul className={classes.list}>
          {itemsOf(options, closed).flatMap(item => {
            const { id } = item.option;
            return [
              <OptionRow
                key={id}
                {...{ item, drops: dropsOn(item), card: card(item) }}
                isClosed={closed.has(id)}
                onFold={() => onFold(id)}
                onOpen={() => onOpen(id)}
              />,
              behind(item),
            ];
          })}
        </ul>
        {dragged && fitOf(options, dragged.id, null) === 'fits' && (
          <EndZone to={{ parentId: null, place: lastBelow(options, dragged.id, null) }} />
        )}
      </div>
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {dragged && <div className={classes.overlay}>{dragged.title}</div>}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
};

/** Behind all options, at the top. */
const EndZone = ({ to }: { readonly to: OptionPlace }) => {
  const { setNodeRef, isOver } = useDroppable({ id: 'end', data: to });
  return <div ref={setNodeRef} className={classes.end} data-over={isOver || undefined} />;
};

const isPlace = (data: unknown): data is OptionPlace =>
  typeof data === 'object' && data !== null && 'place' in data && 'parentId' in data;
