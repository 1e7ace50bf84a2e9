import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayLabel } from '../../shared/formats.ts';
import { useActivity } from './activity-store.ts';
import { Bubble, type BubbleActions } from './bubble.tsx';
import classes from './chat.module.css';
import { chatDays, type Partner } from './chat-view.ts';
import { usePeople } from './people.ts';
import type { Owner } from './simulator-actions.ts';
import type { SimulatedMessage } from './simulator-api.ts';

type Props = {
  readonly owner: Owner;
  readonly partner: Partner;
  readonly messages: readonly SimulatedMessage[] | undefined;
  readonly actions: BubbleActions;
  readonly onLook: (looking: boolean) => void;
};

/** The messages of a chat by days; the newest stay in sight. */
export const ChatLog = ({ owner, partner, messages, actions, onLook }: Props) => {
  const { t, i18n } = useTranslation();
  const people = usePeople();
  const days = useMemo(() => chatDays(messages ?? []), [messages]);
  const byId = useMemo(() => new Map(messages?.map(message => [message.id, message])), [messages]);
  const label = t('simulator.chatOf', { name: owner.name });
  const now = new Date();
  const log = useRef<HTMLDivElement>(null);
  const newest = messages?.at(-1);
  const written = newest?.fromMe ? newest.id : undefined;
  useEffect(() => {
    // The log grows upwards: its end is at 0.
    if (written !== undefined && log.current) log.current.scrollTop = 0;
  }, [written]);
  return (
    <div
      ref={log}
      className={classes.log}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onFocus={() => onLook(true)}
      onBlur={() => onLook(false)}
    >
      <div className={classes.messages}>
        {messages?.length === 0 && <p className={classes.empty}>{t('ticket.noMessages')}</p>}
        {days.map(day => (
          <div key={day.key}>
            <div className={classes.day}>
              <span>{dayLabel(new Date(day.at).toISOString(), now, i18n.language)}</span>
            </div>
            {day.bubbles.map(({ message, first }) => {
              const quoted = byId.get(message.quoted ?? '');
              return (
                <Bubble
                  key={message.id}
                  message={message}
                  first={first}
                  sender={partner.group && !message.fromMe ? people.nameOf(message.from) : undefined}
                  quoted={quoted}
                  quotedName={quoted?.fromMe ? t('ticket.you') : people.nameOf(quoted?.from ?? partner.chat)}
                  given={message.reactions.find(({ from }) => from === owner.number)?.emoji}
                  actions={actions}
                />
              );
            })}
          </div>
        ))}
        <TypingBubble owner={owner} chat={partner.chat} />
      </div>
    </div>
  );
};

/** Three dots while the other side writes; the header says it in words. */
const TypingBubble = ({ owner, chat }: { owner: Owner; chat: string }) => {
  const doing = useActivity(owner.number, chat);
  if (!doing) return null;
  return (
    <div className={classes.typing} aria-hidden>
      <i />
      <i />
      <i />
    </div>
  );
};
