import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconReportAnalytics, IconStar, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#contracts/views.ts';
import { saveConnection } from '../../api/connections.ts';
import { useHistoryAction } from '../../kit/history.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { showError } from '../../shared/show-error.ts';
import type { OpenDialog } from './dialog-choice.ts';

type Props = { readonly connection: ConnectionView; readonly onOpen: OpenDialog };

/** What can be done with a connection whatever its status. */
export const ConnectionMenu = ({ connection, onOpen }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const historyActions = useHistoryAction();
  const { id, name, isDefault } = connection;
  const makeDefault = (): void => {
    const saving = { connectionId: id, body: { isDefault: true }, commandId: newCommandId() };
    saveConnection(client, saving).catch(showError);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('connections.more', { name })}
          data-hint={t('connections.more', { name })}
        >
          <IconDotsVertical size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => onOpen('edit')}>
          {t('connections.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconReportAnalytics size={16} stroke={1.6} />}
          onClick={() => onOpen('ledger')}
        >
          {t('connections.ledger.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconStar size={16} stroke={1.6} />}
          disabled={isDefault}
          onClick={makeDefault}
        >
          {t('connections.makeDefault')}
        </Menu.Item>
        {historyActions('object', id).map(({ label, icon: Picture, run }) => (
          <Menu.Item key={label} leftSection={<Picture size={16} stroke={1.6} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={() => onOpen('delete')}
        >
          {t('connections.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
