import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { phoneNumber } from '../../shared/formats.ts';
import { showError } from '../../shared/show-error.ts';
import { useActivity, useOnline } from './activity-store.ts';
import classes from './chat.module.css';
import type { Partner } from './chat-view.ts';
import { usePeople } from './people.ts';
import { PersonPicture } from './person-picture.tsx';
import { type Owner, startCall } from './simulator-actions.ts';

type Props = { readonly owner: Owner; readonly partner: Partner; readonly onBack: () => void };

/** With whom the chat is, and what they do right now. */
export const ChatHeader = ({ owner, partner, onBack }: Props) => {
  const { t } = useTranslation();
  const { name, picture, group, chat } = partner;
  const mayCall = owner.kind === 'contact' && !group;
  return (
    <div className={classes.header}>
      <ActionIcon
        variant="transparent"
        color="white"
        size={32}
        aria-label={t('simulator.backTo', { name: owner.name })}
        onClick={onBack}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <PersonPicture name={name} picture={picture} group={group} size={34} />
      <div className={classes.partner}>
        <div title={name}>{name}</div>
        <PartnerState owner={owner} partner={partner} />
      </div>
      {mayCall && (
        <ActionIcon
          variant="transparent"
          color="white"
          size={32}
          aria-label={t('simulator.call.start', { name })}
          data-hint={t('simulator.call.start', { name })}
          onClick={() => void startCall(owner.number, chat).catch(showError)}
        >
          <IconPhone size={19} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
};

const PartnerState = ({ owner, partner }: Pick<Props, 'owner' | 'partner'>) => {
  const { t } = useTranslation();
  const people = usePeople();
  const { chat, group } = partner;
  const doing = useActivity(owner.number, chat);
  const told = useOnline(chat);
  const contact = people.contacts.find(({ number }) => number === chat);
  const online = contact ? contact.presence.available : told;
  if (doing) {
    const what = t(`simulator.activity.${doing.activity}`);
    return <small role="status">{group ? `${people.nameOf(doing.from)}: ${what}` : what}</small>;
  }
  if (group) {
    const members = people.groups.find(({ jid }) => jid === chat)?.members ?? [];
    const names = members.map(number => (number === owner.number ? t('ticket.you') : people.nameOf(number)));
    return <small title={names.join(', ')}>{names.join(', ')}</small>;
  }
  return <small className="figures">{online ? t('simulator.online') : phoneNumber(chat)}</small>;
};
