import { ActionIcon, Textarea } from '@mantine/core';
import { IconCheck, IconMicrophone, IconSend2, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError, showRefused } from '../../shared/show-error.ts';
import { AttachMenu } from './attach-menu.tsx';
import classes from './chat.module.css';
import type { Draft } from './chat.tsx';
import type { Partner } from './chat-view.ts';
import { usePeople } from './people.ts';
import { Preview } from './preview.tsx';
import { RecordingBar } from './recording-bar.tsx';
import type { Content, Owner } from './simulator-actions.ts';
import { useRecorder } from './use-recorder.ts';
import { useTypingSign } from './use-typing-sign.ts';
import { voiceOf } from './voice.ts';

type Props = {
  readonly owner: Owner;
  readonly partner: Partner;
  readonly draft: Draft | undefined;
  readonly onSend: (content: Content) => Promise<unknown>;
  readonly onLook: (looking: boolean) => void;
  readonly onDone: () => void;
};

/** Where the owner of a phone writes, records and attaches. */
export const Composer = ({ owner, partner, draft, onSend, onLook, onDone }: Props) => {
  const { t } = useTranslation();
  const [text, setText] = useState(draft?.how === 'edit' ? draft.message.text : '');
  const input = useRef<HTMLTextAreaElement>(null);
  const sign = useTypingSign(owner, partner.chat);
  const recorder = useRecorder();
  const quoted = draft?.how === 'reply' ? draft.message.id : undefined;
  const body = text.trim();

  useEffect(() => {
    if (draft) input.current?.focus();
  }, [draft]);

  const send = async (content: Content): Promise<void> => {
    sign.stop();
    try {
      await onSend(quoted ? { ...content, quoted } : content);
      if (draft) onDone();
    } catch (error) {
      if ('text' in content) setText(current => current || content.text);
      showError(error);
    }
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (body === '') return;
    setText('');
    input.current?.focus();
    void send(draft?.how === 'edit' ? { edit: { id: draft.message.id, text: body } } : { text: body });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
    if (event.key === 'Escape' && draft) onDone();
  };
  const record = async (): Promise<void> => {
    const started = await recorder.start();
    if (started === false) showRefused(t('simulator.voice.noMicrophone'));
    if (started) sign.type(true);
  };
  const finish = async (): Promise<void> => {
    const blob = await recorder.stop();
    sign.stop();
    if (blob) await voiceOf(blob).then(send, showError);
  };

  if (recorder.since !== undefined) {
    const cancel = (): void => {
      recorder.cancel();
      sign.stop();
    };
    return <RecordingBar since={recorder.since} onCancel={cancel} onSend={() => void finish()} />;
  }
  return (
    <form className={classes.composer} onSubmit={submit}>
      {draft && <DraftBar owner={owner} draft={draft} onCancel={onDone} />}
      <div className={classes.write}>
        <AttachMenu owner={owner} onSend={send} />
        <Textarea
          ref={input}
          flex={1}
          radius="lg"
          autosize
          minRows={1}
          maxRows={4}
          value={text}
          autoComplete="off"
          aria-label={t('simulator.writeAs', { name: owner.name })}
          placeholder={t('ticket.writeMessage')}
          onChange={event => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value) sign.type();
          }}
          onKeyDown={press}
          onFocus={() => onLook(true)}
          onBlur={() => {
            onLook(false);
            sign.stop();
          }}
        />
        {body === '' && !draft ? (
          <ActionIcon
            size={36}
            radius="xl"
            aria-label={t('simulator.voice.recordAs', { name: owner.name })}
            onClick={() => void record()}
          >
            <IconMicrophone size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            type="submit"
            size={36}
            radius="xl"
            aria-disabled={body === ''}
            aria-label={t('simulator.sendAs', { name: owner.name })}
          >
            {draft?.how === 'edit' ? (
              <IconCheck size={18} aria-hidden />
            ) : (
              <IconSend2 size={18} aria-hidden />
            )}
          </ActionIcon>
        )}
      </div>
    </form>
  );
};

type DraftProps = { readonly owner: Owner; readonly draft: Draft; readonly onCancel: () => void };

const DraftBar = ({ owner, draft: { how, message }, onCancel }: DraftProps) => {
  const { t } = useTranslation();
  const people = usePeople();
  const author = message.from === owner.number ? t('ticket.you') : people.nameOf(message.from);
  return (
    <div className={classes.draft}>
      <span>
        <strong>{how === 'edit' ? t('simulator.editing') : author}</strong>
        <Preview message={message} />
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t('common.cancel')} onClick={onCancel}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
};
