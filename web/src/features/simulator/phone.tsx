import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { badgeCount, phoneNumber } from '../../shared/formats.ts';
import { CallBar } from './call-bar.tsx';
import { Chat } from './chat.tsx';
import { ChatList } from './chat-list.tsx';
import { CompanyMenu } from './company-menu.tsx';
import { ContactMenu } from './contact-menu.tsx';
import { PairingPanel } from './pairing-panel.tsx';
import { partnersOf, usePeople } from './people.ts';
import { PersonPicture } from './person-picture.tsx';
import classes from './phone.module.css';
import type { Owner } from './simulator-actions.ts';
import { chatsQuery, type SimulatedContact, type SimulatedPhone } from './simulator-api.ts';

type Props = {
  readonly person: SimulatedPhone | SimulatedContact;
  readonly onClose: (number: string) => void;
};

/** A phone on the table: whose it is, and its screen with the list of chats or one of them. */
export const Phone = memo(({ person, onClose }: Props) => {
  const { t } = useTranslation();
  const people = usePeople();
  const company = 'companions' in person ? person : undefined;
  const contact = 'policy' in person ? person : undefined;
  const owner = useMemo<Owner>(
    () => ({
      kind: company ? 'phone' : 'contact',
      number: person.number,
      name: person.name,
      picture: person.picture,
    }),
    [company, person],
  );
  const partners = useMemo(() => partnersOf(people, owner), [people, owner]);
  const [chosen, setChosen] = useState<string | null>();
  const first = contact && partners.find(({ group }) => !group)?.chat;
  const open = partners.find(({ chat }) => chat === (chosen === undefined ? first : chosen));
  return (
    <li
      className={classes.place}
      data-testid={`phone-${person.number}`}
      data-place={person.number}
      aria-label={t('simulator.phoneOf', { name: person.name })}
    >
      <div className={classes.caption}>
        <PersonPicture name={person.name} picture={person.picture} size={32} />
        <div className={classes.who}>
          <div title={person.name}>
            <span>{person.name}</span>
            <Unread owner={owner} />
          </div>
          <small>
            <i data-on={company ? company.connected : contact?.presence.available} aria-hidden />
            <PhoneState company={company} contact={contact} />
          </small>
        </div>
        {company && <CompanyMenu phone={company} />}
        {contact && <ContactMenu contact={contact} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('simulator.putAway', { name: person.name })}
          data-hint={t('simulator.putAway', { name: person.name })}
          onClick={() => onClose(person.number)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.frame} data-company={company !== undefined || undefined}>
        <div className={classes.ear} aria-hidden />
        <div className={classes.screen} data-off={contact?.policy.deliver === false || undefined}>
          <CallBar owner={owner} />
          {company && <PairingPanel phone={company} />}
          {open ? (
            <Chat key={open.chat} owner={owner} partner={open} onBack={() => setChosen(null)} />
          ) : (
            <ChatList owner={owner} onOpen={setChosen} />
          )}
        </div>
      </div>
    </li>
  );
});

type StateProps = {
  readonly company: SimulatedPhone | undefined;
  readonly contact: SimulatedContact | undefined;
};

const PhoneState = ({ company, contact }: StateProps) => {
  const { t } = useTranslation();
  if (company) return company.connected ? t('simulator.connected') : t('simulator.disconnected');
  if (contact?.policy.deliver === false) return t('simulator.switchedOff');
  if (contact?.presence.available) return t('simulator.online');
  return <span className="figures">{phoneNumber(contact?.number ?? '')}</span>;
};

const Unread = ({ owner }: { owner: Owner }) => {
  const { t } = useTranslation();
  const { data: chats } = useQuery(chatsQuery(owner.number));
  const count = chats?.reduce((sum, { unread }) => sum + unread, 0) ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.unread} role="img" aria-label={t('tickets.unread', { count })}>
      {badgeCount(count)}
    </span>
  );
};
