import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'accept'],
  ['r', 'resolve'],
  ['e', 'write'],
  ['Shift R', 'reply'],
  ['/', 'search'],
  ['Esc', 'leave'],
  ['Ctrl K', 'palette'],
  ['?', 'help'],
] as const;

const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('keyboard.title')}>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={96} style={{ whiteSpace: 'nowrap' }}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(`keyboard.${meaning}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
};
export default KeyboardHelp;
