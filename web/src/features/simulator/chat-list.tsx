import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageTick } from '../../kit/message-tick.tsx';
import { badgeCount, listTime, phoneNumber } from '../../shared/formats.ts';
import { useActivity } from './activity-store.ts';
import classes from './chat.module.css';
import { type ChatRow, chatRows } from './chat-view.ts';
import { partnersOf, usePeople } from './people.ts';
import { PersonPicture } from './person-picture.tsx';
import { Preview } from './preview.tsx';
import type { Owner } from './simulator-actions.ts';
import { chatsQuery } from './simulator-api.ts';

type Props = { readonly owner: Owner; readonly onOpen: (chat: string) => void };

const searchFrom = 8;

/** The chats of a phone, and everybody else its owner can write to. */
export const ChatList = ({ owner, onOpen }: Props) => {
  const { t } = useTranslation();
  const people = usePeople();
  const { data: chats } = useQuery(chatsQuery(owner.number));
  const [search, setSearch] = useState('');
  const rows = useMemo(() => chatRows(partnersOf(people, owner), chats ?? []), [people, owner, chats]);
  const found = rows.filter(({ name, chat }) =>
    `${name} ${chat}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <div className={classes.chat}>
      <div className={classes.listTop}>{t('simulator.chats')}</div>
      {rows.length > searchFrom && (
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          radius="xl"
          value={search}
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={t('simulator.searchChats', { name: owner.name })}
          placeholder={t('tickets.search')}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      )}
      {chats && (
        <ul className={classes.list} aria-label={t('simulator.chatsOf', { name: owner.name })}>
          {found.map(row => (
            <li key={row.chat}>
              <Row owner={owner} row={row} onOpen={onOpen} />
            </li>
          ))}
          {found.length === 0 && (
            <li className={classes.empty}>
              {search ? t('simulator.nobodyFound', { search }) : t('simulator.noChats')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
};

const Row = ({ owner, row, onOpen }: Props & { readonly row: ChatRow }) => {
  const { t, i18n } = useTranslation();
  const { chat, name, picture, group, unread, last } = row;
  const doing = useActivity(owner.number, chat);
  const people = usePeople();
  const tick = last?.status === 'pending' ? 'queued' : last?.status;
  const at = last && new Date(last.at).toISOString();
  return (
    <button
      type="button"
      className={classes.row}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(chat)}
    >
      <PersonPicture name={name} picture={picture} group={group} size={40} />
      <span className={classes.rowText}>
        <span className={classes.rowLine}>
          <span title={name}>{name}</span>
          {at && <time dateTime={at}>{listTime(at, new Date(), i18n.language)}</time>}
        </span>
        <span className={classes.rowLine}>
          {doing ? (
            <span className={classes.doing}>{t(`simulator.activity.${doing.activity}`)}</span>
          ) : last ? (
            <span className={classes.rowLast}>
              {last.fromMe && tick && <MessageTick state={tick} />}
              {group && !last.fromMe && <span>{people.nameOf(last.from).split(' ')[0]}:</span>}
              <Preview message={last} />
            </span>
          ) : (
            <span className="figures">{group ? t('ticket.group') : phoneNumber(chat)}</span>
          )}
          {unread > 0 && (
            <span className={classes.unread} role="img" aria-label={t('tickets.unread', { count: unread })}>
              {badgeCount(unread)}
            </span>
          )}
        </span>
      </span>
    </button>
  );
};
