import { ActionIcon, Avatar, Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can, type Intent } from '#domain/ticket/lifecycle.ts';
import { narrowScreen } from '../../app/shell.tsx';
import { contactName } from '../../shared/contact-name.ts';
import { initials, phoneNumber } from '../../shared/formats.ts';
import { HeaderMenu } from './header-menu.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import classes from './ticket.module.css';
import { useHeaderKeys } from './use-header-keys.ts';
import type { useTicketActor } from './use-ticket-actor.ts';

type Props = { readonly ticket: TicketView; readonly actor: ReturnType<typeof useTicketActor> };

const icons = { return: IconArrowBackUp, resolve: IconCheck, reopen: IconRefresh } as const;

export const ConversationHeader = ({ ticket, actor }: Props) => {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  const [reopening, setReopening] = useState(false);
  const { contact, queue, status } = ticket;
  const busy = actor.state.value === 'idle' ? null : actor.state.context.intent;

  const want = (intent: Intent, queueId: string | null = null): void =>
    actor.send({ type: 'ticket.wanted', intent, queueId });
  const reopen = (): void => (ticket.isGroup ? want('reopen') : setReopening(true));
  useHeaderKeys({
    accept: () => want('accept'),
    resolve: () => {
      if (can(status, 'resolve')) want('resolve');
    },
  });

  const action = (intent: 'accept' | 'return' | 'resolve' | 'reopen', run: () => void) => {
    if (!can(status, intent)) return null;
    const Picture = intent === 'accept' ? undefined : icons[intent];
    const primary = intent === 'accept' || intent === 'resolve' || intent === 'reopen';
    const text = busy === intent ? t('tickets.confirming') : t(`ticket.action.${intent}`);
    if (isNarrow && Picture) {
      return (
        <ActionIcon
          size="lg"
          variant={primary ? 'filled' : 'default'}
          aria-label={text}
          disabled={busy !== null}
          onClick={run}
        >
          <Picture size={18} aria-hidden />
        </ActionIcon>
      );
    }
    return (
      <Button
        size="xs"
        variant={primary ? 'filled' : 'default'}
        disabled={busy !== null}
        leftSection={Picture && <Picture size={16} aria-hidden />}
        onClick={run}
      >
        {text}
      </Button>
    );
  };

  const name = contactName(t, contact);
  const meta = [`#${ticket.number}`];
  if (ticket.isGroup) meta.push(t('ticket.group'));
  else if (contact.number) meta.push(phoneNumber(contact.number));
  if (ticket.whatsapp) meta.push(ticket.whatsapp.name);
  if (ticket.user) meta.push(ticket.user.name);
  return (
    <header className={classes.header}>
      <Avatar size={40} src={contact.profilePicUrl} alt="" color="green">
        {initials(name)}
      </Avatar>
      <div className={classes.title}>
        <h1 className={classes.name} title={name}>
          {name}
        </h1>
        <div className={`${classes.meta} figures`}>
          {queue && (
            <>
              <span className={classes.dot} style={{ background: queue.color }} aria-hidden />
              <span>{queue.name}</span>
              <span aria-hidden>·</span>
            </>
          )}
          <span title={meta.join(' · ')}>{meta.join(' · ')}</span>
        </div>
      </div>
      {action('accept', () => want('accept'))}
      {status !== 'pending' && action('return', () => want('return'))}
      {status !== 'pending' && action('resolve', () => want('resolve'))}
      {!contact.erased && action('reopen', reopen)}
      <HeaderMenu ticket={ticket} want={want} />
      {reopening && (
        <ReopenDialog
          ticket={ticket}
          onClose={() => setReopening(false)}
          onReopen={queueId => {
            setReopening(false);
            want('reopen', queueId);
          }}
        />
      )}
    </header>
  );
};

export const HeaderSkeleton = () => (
  <div className={classes.header} aria-hidden>
    <Skeleton circle height={40} />
    <div className={classes.title}>
      <Skeleton height={14} width={180} mb={8} />
      <Skeleton height={10} width={260} maw="100%" />
    </div>
  </div>
);
