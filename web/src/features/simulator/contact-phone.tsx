import { ActionIcon, Avatar, TextInput } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, initials, phoneNumber } from '../../shared/formats.ts';
import { showError } from '../../shared/show-error.ts';
import { MessageTick } from '../ticket/message-tick.tsx';
import classes from './simulator.module.css';
import {
  chatKey,
  chatQuery,
  readAsContact,
  type SimulatedContact,
  type SimulatedMessage,
  writeAsContact,
} from './simulator-api.ts';

type Props = { readonly contact: SimulatedContact; readonly phone: string; readonly phoneName: string };

/** One contact's phone: the chat with the company as the contact sees it, and what they write. */
export const ContactPhone = ({ contact, phone, phoneName }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: messages } = useQuery(chatQuery(contact.number, phone));
  const [text, setText] = useState('');
  const [looking, setLooking] = useState(false);
  const unread = messages?.some(({ fromMe, status }) => !fromMe && status !== 'read') ?? false;

  useEffect(() => {
    if (looking && unread) readAsContact(contact.number, phone).catch(showError);
  }, [looking, unread, contact.number, phone]);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = text.trim();
    if (body === '') return;
    setText('');
    try {
      await writeAsContact(contact.number, phone, body);
      await client.invalidateQueries({ queryKey: chatKey(contact.number) });
    } catch (error) {
      setText(current => current || body);
      showError(error);
    }
  };

  return (
    <li
      className={classes.phone}
      data-testid={`phone-${contact.number}`}
      aria-label={t('simulator.phoneOf', { name: contact.name })}
    >
      <div className={classes.top}>
        <Avatar size={36} color="green" variant="filled" alt="">
          {initials(contact.name)}
        </Avatar>
        <div className={classes.who}>
          <div title={contact.name}>{contact.name}</div>
          <small className="figures">{phoneNumber(contact.number)}</small>
          <small title={phoneName}>{t('simulator.talksTo', { name: phoneName })}</small>
        </div>
      </div>
      <div
        className={classes.screen}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('simulator.chatOf', { name: contact.name })}
      >
        {messages?.toReversed().map(message => (
          <SimulatedBubble key={message.id} message={message} />
        ))}
      </div>
      <form className={classes.write} onSubmit={event => void send(event)}>
        <TextInput
          flex={1}
          radius="xl"
          value={text}
          autoComplete="off"
          aria-label={t('simulator.writeAs', { name: contact.name })}
          placeholder={t('ticket.writeMessage')}
          onChange={event => setText(event.currentTarget.value)}
          onFocus={() => setLooking(true)}
          onBlur={() => setLooking(false)}
        />
        <ActionIcon
          type="submit"
          size={36}
          radius="xl"
          disabled={text.trim() === ''}
          aria-label={t('simulator.sendAs', { name: contact.name })}
        >
          <IconSend2 size={18} aria-hidden />
        </ActionIcon>
      </form>
    </li>
  );
};

const SimulatedBubble = ({ message }: { message: SimulatedMessage }) => {
  const { t, i18n } = useTranslation();
  const { fromMe, status, text, type, revoked, reactions } = message;
  const at = new Date(message.at).toISOString();
  return (
    <div className={classes.bubble} data-mine={fromMe || undefined} data-status={status}>
      {revoked ? <em>{t('ticket.messageDeleted')}</em> : text || `[${type}]`}
      {reactions.map(({ emoji }) => ` ${emoji}`)}
      <span className={classes.stamp}>
        {message.edited && t('ticket.edited')}
        <time dateTime={at}>{clockTime(at, i18n.language)}</time>
        {fromMe && <MessageTick state={status === 'pending' ? 'queued' : status} />}
      </span>
    </div>
  );
};
