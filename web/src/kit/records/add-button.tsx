import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './record-page.module.css';

export type Add = { readonly label: string; readonly run: () => void };

/** Adds one of what a page lists. Beside the name of its page it needs few words where it is narrow. */
export const AddButton = ({ label, run }: Add) => {
  const { t } = useTranslation();
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} aria-label={label} onClick={run}>
      <span className={classes.longLabel}>{label}</span>
      <span className={classes.shortLabel}>{t('records.add')}</span>
    </Button>
  );
};
