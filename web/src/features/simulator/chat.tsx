import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { showError } from '../../shared/show-error.ts';
import { Trouble } from '../../shared/trouble.tsx';
import type { BubbleActions } from './bubble.tsx';
import classes from './chat.module.css';
import { ChatHeader } from './chat-header.tsx';
import { ChatLog } from './chat-log.tsx';
import type { Partner } from './chat-view.ts';
import { Composer } from './composer.tsx';
import { type Content, type Owner, playVoice, readChat, write } from './simulator-actions.ts';
import { chatQuery, type SimulatedMessage } from './simulator-api.ts';

type Props = { readonly owner: Owner; readonly partner: Partner; readonly onBack: () => void };

/** What the next message refers to. */
export type Draft = {
  readonly how: 'reply' | 'edit';
  readonly message: SimulatedMessage;
};

/** One chat on a phone, as its owner sees it, and what the owner writes. Looking at it reads it. */
export const Chat = ({ owner, partner, onBack }: Props) => {
  const { chat } = partner;
  const { data: messages, error, refetch } = useQuery(chatQuery(owner.number, chat));
  const [draft, setDraft] = useState<Draft>();
  const [looking, setLooking] = useState(false);
  useReading({ owner, chat, looking, messages });
  const { kind, number, name } = owner;
  const send = useCallback(
    (content: Content) => write({ kind, number, name }, chat, content),
    [kind, number, name, chat],
  );
  const actions = useMemo<BubbleActions>(() => {
    const writeOrTell = (content: Content): void => void send(content).catch(showError);
    return {
      reply: message => setDraft({ how: 'reply', message }),
      edit: message => setDraft({ how: 'edit', message }),
      revoke: ({ id }) => writeOrTell({ revoke: id }),
      react: ({ id }, emoji) => writeOrTell({ reaction: { id, emoji } }),
      play: ({ id, played, media }) => {
        if (played || !media?.voice || kind !== 'contact') return;
        playVoice({ kind, number, name }, chat, id).catch(showError);
      },
    };
  }, [send, kind, number, name, chat]);

  return (
    <div className={classes.chat}>
      <ChatHeader owner={owner} partner={partner} onBack={onBack} />
      {error && !messages ? (
        <div className={classes.log}>
          <Trouble isAlone error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <ChatLog owner={owner} partner={partner} messages={messages} actions={actions} onLook={setLooking} />
      )}
      <Composer
        key={draft?.how === 'edit' ? draft.message.id : 'new'}
        owner={owner}
        partner={partner}
        draft={draft}
        onSend={send}
        onLook={setLooking}
        onDone={() => setDraft(undefined)}
      />
    </div>
  );
};

type Reading = {
  readonly owner: Owner;
  readonly chat: string;
  readonly looking: boolean;
  readonly messages: readonly SimulatedMessage[] | undefined;
};

const useReading = ({ owner, chat, looking, messages }: Reading): void => {
  const unread = messages?.some(({ fromMe, status }) => !fromMe && status !== 'read') ?? false;
  const { kind, number, name } = owner;
  useEffect(() => {
    if (looking && unread) readChat({ kind, number, name }, chat).catch(showError);
  }, [looking, unread, kind, number, name, chat]);
};
