import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../../shared/formats.ts';
import { mediaOf, wordsOf } from '../media/message-media.tsx';
import { MessageText } from '../message-text.tsx';
import { MessageTick } from '../message-tick.tsx';
import type { OutboxItem } from '../outbox.ts';
import { Quote } from '../quote.tsx';
import classes from '../ticket.module.css';
import { useOutbox, useShare } from '../use-outbox.ts';
import own from './composer.module.css';
import { keptAddress } from './kept-files.ts';
import { queuedMessage } from './queued-message.ts';

/** A message that the server does not have yet: how far it is, and how to take it back or try again. */
export const OnItsWay = ({ item }: { readonly item: OutboxItem }) => {
  const { t, i18n } = useTranslation();
  const outbox = useOutbox();
  const address = useKeptAddress(item);
  const message = queuedMessage(item, { contactId: item.ticketId, address });
  return (
    <>
      {item.quoted && <Quote quoted={item.quoted} />}
      {item.file && mediaOf(message)}
      <MessageText text={wordsOf(message, item.body)} />
      <span className={classes.stamp}>
        <time dateTime={item.at}>{clockTime(item.at, i18n.language)}</time>
        <MessageTick state={item.failure ? 'failed' : 'queued'} />
      </span>
      {item.file && !item.failure && <FileOnItsWay item={item} />}
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

const FileOnItsWay = ({ item }: { readonly item: OutboxItem }) => {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const share = useShare(item.commandId);
  const percent = Math.round((share ?? 0) * 100);
  return (
    <div className={own.transfer}>
      {share === undefined ? (
        <span className={own.transferText}>
          {item.notBefore ? t('composer.sendingSoon') : t('composer.waiting')}
        </span>
      ) : (
        <Progress
          className={own.transferBar ?? ''}
          size="sm"
          value={Math.max(percent, 4)}
          aria-label={t('files.sending')}
          aria-valuetext={`${percent} %`}
        />
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={t('composer.cancelSending', { name: item.file?.name ?? '' })}
        onClick={() => outbox.discard(item)}
      >
        {t('common.cancel')}
      </Button>
    </div>
  );
};

const useKeptAddress = ({ commandId, file }: OutboxItem): string | null => {
  const [address, setAddress] = useState<string>();
  const hasFile = file !== undefined;
  useEffect(() => {
    let here = true;
    if (hasFile) void keptAddress(commandId).then(found => here && setAddress(found));
    return () => {
      here = false;
    };
  }, [commandId, hasFile]);
  return address ?? null;
};
