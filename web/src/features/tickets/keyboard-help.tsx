import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'accept'],
  ['r', 'resolve'],
  ['e', 'write'],
  ['/', 'search'],
  ['Esc', 'leave'],
  ['?', 'help'],
] as const;

const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keyboard.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={80}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(`keyboard.${meaning}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
};
export default KeyboardHelp;
