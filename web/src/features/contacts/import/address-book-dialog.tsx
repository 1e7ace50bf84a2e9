import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { worksOn } from '#domain/ticket/visibility.ts';
import { connectionsQuery } from '../../../api/connections.ts';
import { importAddressBook } from '../../../api/contact-imports.ts';
import { useUser } from '../../../api/session-store.ts';
import { viewerOf } from '../../../api/viewer.ts';
import { DialogFoot, Failure, NotLoaded } from '../../../kit/dialog-parts.tsx';
import { ConnectionSelect } from '../../../kit/new-ticket/connection-select.tsx';
import { newCommandId } from '../../../shared/command-id.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { errorText } from '../../../shared/show-error.ts';
import { ImportProgress } from './import-progress.tsx';

/** Imports whom the phone of a connection has in its address book: asks first, and shows what became of each. */
export const AddressBookDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const [importId, setImportId] = useState<string>();
  return (
    <Dialog onClose={onClose} title={t('imports.addressBook.title')} size="lg">
      {importId === undefined ? (
        <Confirm onStarted={setImportId} onClose={onClose} />
      ) : (
        <ImportProgress importId={importId} onClose={onClose} />
      )}
    </Dialog>
  );
};

type ConfirmProps = { readonly onStarted: (importId: string) => void; readonly onClose: () => void };

const Confirm = ({ onStarted, onClose }: ConfirmProps) => {
  const { t } = useTranslation();
  const viewer = viewerOf(useUser());
  const asked = useQuery(connectionsQuery);
  const connections = (asked.data ?? []).filter(({ id }) => worksOn(viewer, id));
  const usual = connections.find(({ isDefault }) => isDefault) ?? connections[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [commandId, setCommandId] = useState(newCommandId);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      onStarted(await importAddressBook(chosen ?? usual?.id ?? null, commandId));
    } catch (error) {
      setFailure(`${t('imports.failed')} ${errorText(error)}`);
      setBusy(false);
    }
  };
  const choose = (id: string | null): void => {
    setChosen(id);
    setFailure(undefined);
    setCommandId(newCommandId());
  };
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <Stack gap="sm">
        <Failure text={failure} />
        <NotLoaded queries={[asked]} />
        <Text size="sm">{t('imports.addressBook.question')}</Text>
        <Text size="sm" c="dimmed">
          {t('imports.addressBook.explanation')}
        </Text>
        {connections.length > 1 && <ConnectionSelect value={chosen} onChange={choose} />}
      </Stack>
      <DialogFoot action={t('imports.addressBook.start')} isBusy={isBusy} onClose={onClose} />
    </form>
  );
};
