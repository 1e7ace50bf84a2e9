import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#contracts/contacts.ts';
import { mergeContacts } from '../../api/contacts.ts';
import { contactName } from '../../shared/contact-name.ts';
import { phoneNumber } from '../../shared/formats.ts';
import { showDone, showError } from '../../shared/show-error.ts';
import sections from './sections.module.css';

type Props = {
  readonly contact: ContactDetail;
  /** The place around it has edges of its own. */
  readonly isInset?: boolean;
  readonly onParted?: (contactId: string) => void;
};

/** Who is shown under this contact, and how to part them again. An admin's. */
export const MergedContacts = ({ contact, isInset = false, onParted }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busyId, setBusyId] = useState<string>();
  if (contact.merged.length === 0) return null;
  const part = async (otherId: string): Promise<void> => {
    setBusyId(otherId);
    try {
      await mergeContacts(client, 'unmerge', { contactId: contact.id, otherId });
      showDone(t('contact.saved'));
      onParted?.(otherId);
    } catch (error) {
      showError(error);
    }
    setBusyId(undefined);
  };
  return (
    <section className={isInset ? undefined : sections.section} aria-label={t('contact.merged')}>
      <h3 className={sections.sectionTitle}>{t('contact.merged')}</h3>
      <ul className={sections.list}>
        {contact.merged.map(other => {
          const name = contactName(t, other);
          return (
            <li key={other.id} className={sections.note}>
              <div className={sections.noteText}>{name}</div>
              <div className={`${sections.noteFoot} figures`}>
                <span>{phoneNumber(other.number)}</span>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  disabled={busyId !== undefined}
                  aria-label={t('contact.unmergeOf', { other: name })}
                  onClick={() => void part(other.id)}
                >
                  {t('contact.unmerge')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
