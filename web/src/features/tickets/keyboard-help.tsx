import { Kbd, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';

const inConversation = [
  ['Alt A', 'accept'],
  ['Alt R', 'resolve'],
  ['Esc', 'leave'],
  ['Ctrl K', 'palette'],
] as const;
const inList = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'acceptRow'],
  ['e', 'write'],
  ['Shift R', 'reply'],
  ['/', 'search'],
  ['?', 'help'],
] as const;
const parts = [
  ['anywhere', inConversation],
  ['inList', inList],
] as const;

const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('keyboard.title')}>
      <Text size="sm" mb="sm">
        {t('keyboard.letters')}
      </Text>
      <Table withRowBorders={false}>
        {parts.map(([part, keys]) => (
          <Table.Tbody key={part}>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup" fz="xs" c="dimmed">
                {t(`keyboard.${part}`)}
              </Table.Th>
            </Table.Tr>
            {keys.map(([key, meaning]) => (
              <Table.Tr key={key}>
                <Table.Td w={96} py={4} style={{ whiteSpace: 'nowrap' }}>
                  <Kbd>{key}</Kbd>
                </Table.Td>
                <Table.Td py={4}>{t(`keyboard.${meaning}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </Dialog>
  );
};
export default KeyboardHelp;
