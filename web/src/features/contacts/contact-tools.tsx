import { Button, Menu } from '@mantine/core';
import { IconDeviceMobile, IconDownload, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/may.ts';
import { exportContacts } from '../../api/contact-imports.ts';
import { useUser } from '../../api/session-store.ts';
import { download } from '../../shared/download.ts';
import { showError } from '../../shared/show-error.ts';
import classes from './contacts.module.css';

const formats = { csv: 'text/csv;charset=utf-8', xlsx: 'application/vnd.ms-excel' } as const;

type Props = { readonly onImport: () => void; readonly onAddressBook: () => void };

/** What is done with all contacts: bring some in, take them out. */
export const ContactTools = ({ onImport, onAddressBook }: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <>
      {may(user, 'contact.export') && <ExportMenu />}
      {may(user, 'contactImport.run') && (
        <>
          <Tool label={t('imports.open')} icon={<IconUpload size={16} aria-hidden />} onClick={onImport} />
          <Tool
            label={t('imports.addressBook.open')}
            icon={<IconDeviceMobile size={16} aria-hidden />}
            onClick={onAddressBook}
          />
        </>
      )}
    </>
  );
};

type ToolProps = { readonly label: string; readonly icon: ReactNode; readonly onClick: () => void };

const Tool = ({ label, icon, onClick }: ToolProps) => (
  <Button
    size="sm"
    variant="default"
    className={classes.tool ?? ''}
    aria-label={label}
    leftSection={icon}
    onClick={onClick}
  >
    <span className={classes.label}>{label}</span>
  </Button>
);

const ExportMenu = () => {
  const { t, i18n } = useTranslation();
  const save = async (format: keyof typeof formats): Promise<void> => {
    const bytes = await exportContacts(format, i18n.language);
    download(`${t('imports.exportFile')}.${format}`, [bytes], formats[format]);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          className={classes.tool ?? ''}
          aria-label={t('imports.export')}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          <span className={classes.label}>{t('imports.export')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map(format => (
          <Menu.Item key={format} onClick={() => void save(format).catch(showError)}>
            {t('imports.exportAs', { format: format.toUpperCase() })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
