import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { phoneNumber } from '../../shared/formats.ts';
import { cardOf } from './chat-view.ts';
import { usePeople } from './people.ts';
import type { Content, Owner } from './simulator-actions.ts';

type Props = {
  readonly owner: Owner;
  readonly onSend: (content: Content) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks whose contact card to send. */
const CardDialog = ({ owner, onSend, onClose }: Props) => {
  const { t } = useTranslation();
  const people = usePeople();
  const [number, setNumber] = useState<string | null>(null);
  const cards = people.contacts.filter(contact => contact.number !== owner.number);
  const send = (): void => {
    if (number === null) return;
    onClose();
    void onSend({ vcard: cardOf(people.nameOf(number), number) });
  };
  return (
    <Dialog onClose={onClose} title={t('simulator.card.title')}>
      <Stack>
        <Select
          label={t('simulator.kind.vcard')}
          placeholder={t('simulator.card.choose')}
          searchable
          data-autofocus
          nothingFoundMessage={t('simulator.card.nobody')}
          data={cards.map(contact => ({
            value: contact.number,
            label: `${contact.name} · ${phoneNumber(contact.number)}`,
          }))}
          value={number}
          onChange={setNumber}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={number === null} onClick={send}>
            {t('ticket.send')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
export default CardDialog;
