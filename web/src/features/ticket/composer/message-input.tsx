import { ActionIcon, Textarea } from '@mantine/core';
import { IconMicrophone, IconMoodSmile, IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuickMessageView } from '#contracts/quick-messages.ts';
import { unsigned } from '#domain/shared/signature.ts';
import { editMessage } from '../../../api/message-changes.ts';
import { isSendKey, isTouched } from '../../../shared/is-send-key.ts';
import { focusList } from '../../../shared/list-focus.ts';
import { showError } from '../../../shared/show-error.ts';
import { untilThere } from '../../../shared/until-there.ts';
import { useComposing } from '../composing.ts';
import { Attachments } from '../media/attachments.tsx';
import { useAttachments } from '../media/use-attachments.ts';
import { QuoteBar } from '../quote-bar.tsx';
import classes from '../ticket.module.css';
import own from './composer.module.css';
import { LinkedFile } from './linked-file.tsx';
import type { PreparedFile } from './outgoing.ts';
import { QuickReplyList } from './quick-reply-list.tsx';
import { SignToggle } from './sign-toggle.tsx';
import { useComposerKeys } from './use-composer-keys.ts';
import { useLinkedFile } from './use-linked-file.ts';
import { useQuickReplies } from './use-quick-replies.ts';
import { useSending } from './use-sending.ts';
import { useWords } from './use-words.ts';
import { hasWords, longestMessage } from './words.ts';

const EmojiPicker = lazy(untilThere(() => import('./emoji-picker.tsx')));
const RecordingBar = lazy(untilThere(() => import('./recording-bar.tsx')));

/** A name has 50 characters at most. */
const signatureRoom = 60;

/** Where somebody writes, attaches and speaks. */
export const MessageInput = ({ ticketId }: { readonly ticketId: string }) => {
  const { t } = useTranslation();
  const { target, end, goWrite, offerField } = useComposing();
  const { text, draft, edited, field, change, insert, clear, setDraft } = useWords(ticketId);
  const attachments = useAttachments(ticketId);
  const send = useSending(ticketId);
  const [picking, setPicking] = useState(false);
  const [recording, setRecording] = useState(false);
  // Out of sight nothing is recorded, nor begun again when it comes back into sight.
  useEffect(() => () => setRecording(false), []);
  const focus = useCallback(() => field.current?.focus(), [field]);
  useEffect(() => offerField(focus), [offerField, focus]);
  const isTooLong = text.length > longestMessage - signatureRoom;
  const { linked, link, unlink } = useLinkedFile(ticketId);
  const isEmpty = !hasWords(text) && (edited !== undefined || !linked);
  const mayGo = !isEmpty && !isTooLong;
  const repliesId = useId();
  const pick = (reply: QuickMessageView): void => {
    change(reply.message);
    link(reply);
  };
  const replies = useQuickReplies(edited ? '' : text, pick);
  useComposerKeys(ticketId, focus);

  const sendFiles = (files: readonly PreparedFile[], words: string): void => {
    void send(words, { files }, target).then(end, showError);
  };
  const submit = (): void => {
    const words = text.trim();
    if (!mayGo) return;
    setPicking(false);
    if (edited) {
      const body = unsigned(edited.body).signature + words;
      if (body === edited.body) end();
      else void editMessage(edited.id, body).then(end, showError);
      return;
    }
    void send(words, { linked }, target).then(end, showError);
    clear();
    unlink();
    focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (replies.onKeyDown(event)) return;
    if (event.key === 'Escape') {
      if (target) end();
      else if (!focusList()) field.current?.blur();
    }
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  };

  if (recording) {
    return (
      <div className={own.composer}>
        <QuoteBar />
        <div className={classes.foot}>
          <Suspense>
            <RecordingBar
              onSend={file => sendFiles([file], '')}
              onClose={() => {
                setRecording(false);
                requestAnimationFrame(focus);
              }}
            />
          </Suspense>
        </div>
      </div>
    );
  }
  return (
    <div className={own.composer}>
      {picking && (
        <Suspense>
          <EmojiPicker
            onPick={insert}
            onClose={() => {
              setPicking(false);
              focus();
            }}
          />
        </Suspense>
      )}
      <QuickReplyList
        id={repliesId}
        found={replies.found}
        at={replies.at}
        onPick={reply => {
          pick(reply);
          focus();
        }}
      />
      <QuoteBar />
      {linked && !edited && <LinkedFile file={linked} onRemove={unlink} />}
      <div className={classes.foot}>
        <div className={own.tools}>
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={t('composer.emojis')}
            aria-expanded={picking}
            data-hint={t('composer.emojis')}
            data-opens
            onClick={() => setPicking(!picking)}
          >
            <IconMoodSmile size={20} aria-hidden />
          </ActionIcon>
          {!edited && (
            <Attachments
              attachments={attachments}
              caption={draft}
              onSend={(files, words) => {
                sendFiles(files, words);
                clear();
              }}
              onClosed={goWrite}
              onWords={setDraft}
            />
          )}
        </div>
        <Textarea
          ref={field}
          className={classes.input ?? ''}
          dir="auto"
          autosize
          minRows={1}
          maxRows={5}
          value={text}
          autoFocus={!isTouched()}
          aria-label={t('ticket.message')}
          aria-autocomplete="list"
          aria-controls={replies.found.length > 0 ? repliesId : undefined}
          aria-activedescendant={replies.found.length > 0 ? `${repliesId}-${replies.at}` : undefined}
          placeholder={t('ticket.writeMessage')}
          rightSection={edited ? undefined : <SignToggle />}
          error={isTooLong && t('composer.tooLong', { count: longestMessage - signatureRoom })}
          onChange={event => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={edited ? undefined : attachments.onPaste}
          data-testid="message-input"
        />
        {isEmpty && !edited ? (
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={t('composer.record')}
            data-hint={t('composer.record')}
            onClick={() => setRecording(true)}
          >
            <IconMicrophone size={20} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            size={36}
            aria-label={edited ? t('message.saveEdit') : t('ticket.send')}
            disabled={!mayGo}
            onClick={submit}
          >
            <IconSend2 size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  );
};
