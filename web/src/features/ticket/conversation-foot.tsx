import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { editMessage } from '../../api/message-changes.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { isTyping } from '../../shared/is-typing.ts';
import { showError } from '../../shared/show-error.ts';
import { useUser } from '../session/session-store.ts';
import { useComposing } from './composing.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { isTheirs } from './may-answer.ts';
import { Attachments } from './media/attachments.tsx';
import { useAttachments } from './media/use-attachments.ts';
import { quotedOf } from './quote.tsx';
import { QuoteBar } from './quote-bar.tsx';
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
  if (!isTheirs(user, ticket)) {
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
  const { target, end } = useComposing();
  const edited = target?.kind === 'edit' ? target.message : undefined;
  const [draft, setDraft] = useState(() => readDraft(ticketId));
  const [words, setWords] = useState('');
  const text = edited ? words : draft;
  const field = useRef<HTMLTextAreaElement>(null);
  const attachments = useAttachments();
  useWriteKey(() => field.current?.focus());
  useEffect(() => keepDraft(ticketId, draft), [ticketId, draft]);
  useEffect(() => setWords(edited?.body ?? ''), [edited]);
  useEffect(() => {
    if (target) requestAnimationFrame(() => field.current?.focus());
  }, [target]);

  const send = (): void => {
    const body = text.trim();
    if (body === '') return;
    if (edited) {
      if (body === edited.body) end();
      else void editMessage(edited.id, body).then(end, showError);
      return;
    }
    const quoted = target ? quotedOf(target.message) : null;
    const item = { commandId: newCommandId(), ticketId, body, at: new Date().toISOString() };
    outbox.add({ ...item, quoted, quotedMsg: quoted && { id: quoted.id } });
    setDraft('');
    end();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') {
      if (target) end();
      else field.current?.blur();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <>
      <QuoteBar />
      <div className={classes.foot}>
        {!edited && (
          <Attachments
            ticketId={ticketId}
            attachments={attachments}
            caption={draft}
            quotedId={target?.message.id ?? null}
            onSent={() => {
              setDraft('');
              end();
            }}
          />
        )}
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
          onChange={event => (edited ? setWords : setDraft)(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={attachments.onPaste}
          data-testid="message-input"
        />
        <ActionIcon
          size={36}
          aria-label={edited ? t('message.saveEdit') : t('ticket.send')}
          disabled={text.trim() === ''}
          onClick={send}
        >
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </div>
    </>
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
