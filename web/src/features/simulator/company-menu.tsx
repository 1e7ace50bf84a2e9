import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showError } from '../../shared/show-error.ts';
import { CodeDialog } from './code-dialog.tsx';
import { unlinkAll } from './simulator-actions.ts';
import type { SimulatedPhone } from './simulator-api.ts';

/** What the owner does with the company's phone beside writing. */
export const CompanyMenu = ({ phone }: { phone: SimulatedPhone }) => {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'code' | 'logout'>();
  const close = (): void => setAsking(undefined);
  const { name } = phone;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('simulator.menuOf', { name })}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('simulator.linkedDevices', { count: phone.companions.length })}</Menu.Label>
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => setAsking('code')}>
            {t('simulator.pairing.type')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconLogout size={16} />}
            disabled={phone.companions.length === 0}
            onClick={() => setAsking('logout')}
          >
            {t('simulator.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'code' && <CodeDialog phone={phone} onClose={close} />}
      {asking === 'logout' && (
        <ConfirmDialog
          title={t('simulator.logoutOf', { name })}
          text={t('simulator.confirmLogout')}
          action={t('simulator.logout')}
          onConfirm={() => void unlinkAll(phone.number).catch(showError)}
          onClose={close}
        />
      )}
    </>
  );
};
