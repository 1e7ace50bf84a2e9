import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { isTyping } from '../../shared/is-typing.ts';
import { useUser } from '../session/session-store.ts';
import { keepDraft, readDraft } from './drafts.ts';
import classes from './ticket.module.css';
import { useOutbox } from './use-outbox.ts';
import type { useTicketActor } from './use-ticket-actor.ts';

type Props = { readonly ticket: TicketView; readonly actor: ReturnType<typeof useTicketActor> };

/** Where the answer is written; for tickets that cannot be answered, why not. */
export const ConversationFoot = ({ ticket, actor }: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  if (ticket.status === 'closed') return null;
  if (ticket.status === 'pending') {
    const busy = actor.state.value !== 'idle';
    return (
      <div className={`${classes.foot} ${classes.notice}`}>
        {t('ticket.acceptToAnswer')}
        <Button
          size="xs"
          disabled={busy}
          onClick={() => actor.send({ type: 'ticket.wanted', intent: 'accept' })}
        >
          {busy ? t('tickets.confirming') : t('ticket.action.accept')}
        </Button>
      </div>
    );
  }
  const mayAnswer = user.profile === 'admin' || ticket.isGroup || ticket.userId === user.id;
  if (!mayAnswer) {
    return (
      <div className={`${classes.foot} ${classes.notice}`}>
        {t('ticket.belongsTo', { name: ticket.user?.name ?? '' })}
      </div>
    );
  }
  return can(ticket.status, 'send') ? <MessageInput ticketId={ticket.id} /> : null;
};

const MessageInput = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const [text, setText] = useState(() => readDraft(ticketId));
  const field = useRef<HTMLTextAreaElement>(null);
  useWriteKey(() => field.current?.focus());
  useEffect(() => keepDraft(ticketId, text), [ticketId, text]);

  const send = (): void => {
    const body = text.trim();
    if (body === '') return;
    outbox.add({ commandId: newCommandId(), ticketId, body, quotedMsg: null, at: new Date().toISOString() });
    setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={classes.foot}>
      <Textarea
        ref={field}
        className={classes.input ?? ''}
        autosize
        minRows={1}
        maxRows={5}
        value={text}
        autoFocus={matchMedia('(hover: hover)').matches}
        aria-label={t('ticket.message')}
        placeholder={t('ticket.writeMessage')}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-testid="message-input"
      />
      <ActionIcon size={36} aria-label={t('ticket.send')} disabled={text.trim() === ''} onClick={send}>
        <IconSend2 size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
};

/** e goes to the input. */
const useWriteKey = (focus: () => void): void => {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
