import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAddressBook,
  IconBan,
  IconDotsVertical,
  IconPhoto,
  IconPower,
  IconWorld,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../shared/show-error.ts';
import { base64Of } from './files.ts';
import { usePeople } from './people.ts';
import { setAddress, setBlocked, setPicture, setPolicy, setPresence } from './simulator-actions.ts';
import type { SimulatedContact } from './simulator-api.ts';

/** What a contact does beside writing: comes and goes, switches the phone off, blocks a company. */
export const ContactMenu = ({ contact }: { contact: SimulatedContact }) => {
  const { t } = useTranslation();
  const people = usePeople();
  const pictures = useRef<HTMLInputElement>(null);
  const { number, name, presence, policy, blocked } = contact;
  const tell = (action: Promise<unknown>): void => void action.catch(showError);
  const changePicture = async (file: File | undefined): Promise<void> => {
    if (file) await setPicture(number, { base64: await base64Of(file) });
  };
  return (
    <>
      <Menu position="bottom-end" width={250} closeOnItemClick>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('simulator.menuOf', { name })}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconWorld size={16} />}
            onClick={() => tell(setPresence(number, !presence.available))}
          >
            {presence.available ? t('simulator.leave') : t('simulator.come')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPower size={16} />}
            onClick={() => tell(setPolicy(number, { deliver: !policy.deliver }))}
          >
            {policy.deliver ? t('simulator.switchOff') : t('simulator.switchOn')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => pictures.current?.click()}>
            {t('simulator.changePicture')}
          </Menu.Item>
          {people.phones.map(phone => {
            const isSaved = phone.addresses.some(each => each.number === number);
            return (
              <Menu.Item
                key={phone.number}
                leftSection={<IconAddressBook size={16} />}
                onClick={() => tell(setAddress(phone.number, number, isSaved ? null : name))}
              >
                {isSaved
                  ? t('simulator.forgetAddress', { name: phone.name })
                  : t('simulator.saveAddress', { name: phone.name })}
              </Menu.Item>
            );
          })}
          {people.phones.map(phone => {
            const isBlocked = blocked.includes(phone.number);
            return (
              <Menu.Item
                key={phone.number}
                leftSection={<IconBan size={16} />}
                onClick={() => tell(setBlocked(number, phone.number, !isBlocked))}
              >
                {isBlocked
                  ? t('simulator.unblock', { name: phone.name })
                  : t('simulator.block', { name: phone.name })}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={pictures}
        type="file"
        accept="image/*"
        hidden
        onChange={event => {
          tell(changePicture(event.currentTarget.files?.[0]));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
};
