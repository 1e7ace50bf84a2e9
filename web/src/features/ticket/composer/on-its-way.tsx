import { Button, CloseButton, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import bubbles from '../../../kit/message-bubble.module.css';
import { MessageTick } from '../../../kit/message-tick.tsx';
import { keptAddress, shownAddress } from '../../../live/outbox/kept-files.ts';
import type { OutboxFile, OutboxItem } from '../../../live/outbox/outbox.ts';
import { queuedMessage } from '../../../live/outbox/queued-message.ts';
import { useOutbox, useShare } from '../../../live/outbox/use-outbox.ts';
import { clockTime } from '../../../shared/formats.ts';
import { boxSize } from '../media/box-size.ts';
import { SendingCard } from '../media/file-cards.tsx';
import media from '../media/media.module.css';
import { mediaOf, wordsOf } from '../media/message-media.tsx';
import { MessageText } from '../message-text.tsx';
import { Quote } from '../quote.tsx';
import classes from '../ticket.module.css';
import own from './composer.module.css';

/** A message that the server does not have yet: how far it is, and how to take it back or try again. */
export const OnItsWay = ({ item }: { readonly item: OutboxItem }) => {
  const { t, i18n } = useTranslation();
  const outbox = useOutbox();
  const address = useKeptAddress(item);
  const message = queuedMessage(item, { contactId: item.ticketId, address: address ?? null });
  // Its bubble is as large as the one of the message that it becomes.
  const isBox = address !== null && (message.mediaType === 'image' || message.mediaType === 'video');
  const isVoice = message.mediaType === 'audio';
  const isGoing = item.file !== undefined && !item.failure;
  return (
    <>
      {item.quoted && <Quote quoted={item.quoted} />}
      {item.file && (
        <div className={isBox || isVoice ? own.under : undefined} data-voice={isVoice || undefined}>
          {isBox && address === undefined ? (
            <Box file={item.file} />
          ) : isGoing && !isBox && !isVoice && message.media ? (
            <SendingCard
              {...{ message, media: message.media }}
              progress={<HowFar item={item} />}
              cancel={<GiveUp item={item} />}
            />
          ) : (
            mediaOf(message)
          )}
          {isGoing && (isBox || isVoice) && (
            <div className={isBox ? own.over : own.beside}>
              <HowFar item={item} />
              <GiveUp item={item} />
            </div>
          )}
        </div>
      )}
      {item.linked && mediaOf(message)}
      <MessageText text={wordsOf(message, item.body)} />
      <span className={bubbles.stamp}>
        <time dateTime={item.at}>{clockTime(item.at, i18n.language)}</time>
        <MessageTick state={item.failure ? 'failed' : 'queued'} />
      </span>
      {item.failure && (
        <div className={`${classes.failure} ${classes.failed}`} role="alert">
          {t(`errors.${item.failure}`, t('ticket.notSent'))}
          <Button size="compact-xs" variant="light" color="red" onClick={() => outbox.retry(item)}>
            {t('ticket.sendAgain')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(item)}>
            {t('ticket.discard')}
          </Button>
        </div>
      )}
    </>
  );
};

/** Where a picture or film will be. */
const Box = ({ file }: { readonly file: OutboxFile }) => {
  const { width, height } = boxSize({ width: file.width ?? null, height: file.height ?? null });
  return <div className={media.box} style={{ width, aspectRatio: `${width} / ${height}` }} />;
};

type FileProps = { readonly item: OutboxItem };

const HowFar = ({ item }: FileProps) => {
  const { t } = useTranslation();
  const share = useShare(item.commandId);
  const percent = Math.round((share ?? 0) * 100);
  if (share === undefined)
    return (
      <span className={own.transferText}>
        {item.notBefore ? t('composer.sendingSoon') : t('composer.waiting')}
      </span>
    );
  return (
    <Progress
      className={own.transferBar ?? ''}
      size="sm"
      value={Math.max(percent, 4)}
      aria-label={t('files.sending')}
      aria-valuetext={`${percent} %`}
    />
  );
};

const GiveUp = ({ item }: FileProps) => {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const cancel = t('composer.cancelSending', { name: item.file?.name ?? '' });
  return (
    <CloseButton
      className={own.giveUp ?? ''}
      size="sm"
      variant="transparent"
      aria-label={cancel}
      data-hint={cancel}
      onClick={() => outbox.discard(item)}
    />
  );
};

/** Where the kept file is shown from; null where this browser has it no more, undefined until that is known. */
const useKeptAddress = ({ commandId, file }: OutboxItem): string | null | undefined => {
  const [address, setAddress] = useState<string | null | undefined>(() => shownAddress(commandId));
  const hasFile = file !== undefined;
  useEffect(() => {
    let here = true;
    if (hasFile) void keptAddress(commandId).then(found => here && setAddress(found ?? null));
    return () => {
      here = false;
    };
  }, [commandId, hasFile]);
  return address;
};
