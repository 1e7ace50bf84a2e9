import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import { dayLabel } from '../../shared/formats.ts';
import type { Row } from './conversation-view.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './ticket.module.css';

type Props = {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly rows: readonly Row[];
  readonly isGroup: boolean;
  /** The message that was looked for. */
  readonly markedId: string | undefined;
  readonly onMarkSeen: () => void;
};

/** The rows in sight, by days, with room for those that are not drawn above and below. */
export const MessageRows = ({ virtual, rows, isGroup, markedId, onMarkSeen }: Props) => {
  const items = virtual.getVirtualItems();
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div data-content>
      <div style={{ height: items[0]?.start ?? 0 }} />
      {byDay(items, rows).map(({ day, at, drawn }) => (
        <section key={day}>
          {rows[drawn[0]?.index ?? 0]?.kind !== 'day' && (
            <div className={classes.floating}>
              <Day at={at} />
            </div>
          )}
          {drawn.map(({ key, index }) => {
            const row = rows[index];
            if (!row) return null;
            if (row.kind === 'day') {
              return (
                <div key={key} ref={virtual.measureElement} data-index={index} className={classes.day}>
                  <Day at={row.at} />
                </div>
              );
            }
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-key={row.key}
                data-marked={row.key === markedId || undefined}
                className={classes.row}
                onAnimationEnd={row.key === markedId ? onMarkSeen : undefined}
              >
                <MessageBubble bubble={row} showSender={isGroup} />
              </div>
            );
          })}
        </section>
      ))}
      <div style={{ height: below }} />
    </div>
  );
};

const Day = ({ at }: { readonly at: string }) => {
  const { i18n } = useTranslation();
  return <span>{dayLabel(at, new Date(), i18n.language)}</span>;
};

type DrawnDay = { readonly day: string; readonly at: string; readonly drawn: VirtualItem[] };

const byDay = (items: readonly VirtualItem[], rows: readonly Row[]): readonly DrawnDay[] => {
  const days: DrawnDay[] = [];
  for (const item of items) {
    const row = rows[item.index];
    if (!row) continue;
    const last = days.at(-1);
    if (last?.day === row.day) last.drawn.push(item);
    else days.push({ day: row.day, at: row.at, drawn: [item] });
  }
  return days;
};
