import { ActionIcon, Avatar, Skeleton, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { contactName } from '../../shared/contact-name.ts';
import { initials, phoneNumber } from '../../shared/formats.ts';
import { narrowScreen } from '../../shared/narrow-screen.ts';
import { untilThere } from '../../shared/until-there.ts';
import { userName } from '../../shared/user-name.ts';
import { ChatTimer } from './chat-timer.tsx';
import header from './conversation-header.module.css';
import { HeaderActions } from './conversation-header-actions.tsx';
import { HeaderTags } from './conversation-header-tags.tsx';
import { HeaderMenu } from './header-menu.tsx';
import { HeaderMenuStep } from './header-menu-step.tsx';
import { PresenceLine } from './presence-line.tsx';
import classes from './ticket.module.css';
import type { TicketIntent } from './ticket-machine.ts';
import { useHeaderActions } from './use-header-actions.ts';
import { useHeaderKeys } from './use-header-keys.ts';
import type { TicketActor } from './use-ticket-actor.ts';

const TicketDialogs = lazy(untilThere(() => import('./dialogs/ticket-dialogs.tsx')));

/** Where the words of the buttons would leave no room for the contact's name. */
const tight = { alone: '(max-width: 1039.98px)', besideDrawer: '(max-width: 1359.98px)' };

type Props = {
  readonly ticket: TicketView;
  readonly actor: TicketActor;
  /** The contact's drawer beside the conversation. */
  readonly drawer: { readonly isBeside: boolean; readonly isOpen: boolean; readonly toggle: () => void };
};

/** Whose conversation it is and where it stands, what may be done with it, and its tags. */
export const ConversationHeader = ({ ticket, actor, drawer }: Props) => {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  const tightness = drawer.isBeside && drawer.isOpen ? tight.besideDrawer : tight.alone;
  const isTight = useMediaQuery(tightness, undefined, { getInitialValueInEffect: false });
  const { contact } = ticket;
  const { state, send } = actor;
  const want = (intent: TicketIntent): void => send({ type: 'ticket.wanted', intent });
  const wantIfPossible = (intent: TicketIntent): boolean => {
    const isPossible = can(ticket.status, intent);
    if (isPossible) want(intent);
    return isPossible;
  };
  useHeaderKeys({
    accept: () => wantIfPossible('accept'),
    resolve: () => wantIfPossible('resolve'),
  });
  useHeaderActions(ticket, { want, openDrawer: drawer.toggle });
  const name = contactName(t, contact);
  const drawerText = drawer.isOpen ? t('contact.closeDrawer') : t('contact.openDrawer');
  const isAsking = (['transfer', 'reopen', 'deletion'] as const).some(dialog => state.matches(dialog));
  return (
    <>
      <header className={classes.header} data-tight={isTight || undefined}>
        <Avatar
          size={40}
          src={contact.profilePicUrl}
          alt=""
          color="green"
          style={{ cursor: 'pointer' }}
          onClick={drawer.toggle}
        >
          {initials(name)}
        </Avatar>
        <div className={classes.title}>
          <h1 className={classes.name} title={name}>
            <UnstyledButton
              className={header.nameButton ?? ''}
              aria-expanded={drawer.isOpen}
              onClick={drawer.toggle}
            >
              {name}
            </UnstyledButton>
          </h1>
          <div className={header.second}>
            <ChatTimer ticket={ticket} />
            <PresenceLine ticketId={ticket.id} />
            <Meta ticket={ticket} />
          </div>
        </div>
        <HeaderActions ticket={ticket} actor={actor} isNarrow={isNarrow} isTight={isTight} />
        {!isNarrow && (
          <ActionIcon
            variant={drawer.isOpen ? 'light' : 'subtle'}
            color={drawer.isOpen ? 'green' : 'gray'}
            size="lg"
            aria-label={drawerText}
            aria-pressed={drawer.isOpen}
            data-hint={drawerText}
            onClick={drawer.toggle}
          >
            <IconLayoutSidebarRight size={20} />
          </ActionIcon>
        )}
        <HeaderMenu ticket={ticket} want={want} isNarrow={isNarrow} onDrawer={drawer.toggle} />
      </header>
      <HeaderTags ticket={ticket} />
      {isAsking && (
        <Suspense>
          <TicketDialogs ticket={ticket} actor={actor} />
        </Suspense>
      )}
    </>
  );
};

const Meta = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation();
  const { contact, queue, whatsapp, user } = ticket;
  const meta = [`#${ticket.number}`];
  if (ticket.isGroup) meta.push(t('ticket.group'));
  else if (contact.number) meta.push(phoneNumber(contact.number));
  if (whatsapp) meta.push(whatsapp.name);
  if (user) meta.push(userName(t, user));
  return (
    <div className={`${classes.meta} figures`}>
      <HeaderMenuStep ticket={ticket} />
      {queue && (
        <>
          <span className={classes.dot} style={{ background: queue.color }} aria-hidden />
          <span>{queue.name}</span>
        </>
      )}
      <span title={meta.join(' · ')}>
        {queue && <span aria-hidden>· </span>}
        {meta.join(' · ')}
      </span>
    </div>
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
