import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type RecordRow, type RecordSource, removeRecord } from '../../api/record-rows.ts';
import { newCommandId } from '../../shared/command-id.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showDone, showError } from '../../shared/show-error.ts';

type Props = {
  readonly source: Pick<RecordSource<RecordRow>, 'concept' | 'path'>;
  readonly id: string;
  /** What goes, by its name. */
  readonly title: string;
  /** What goes with it. */
  readonly text?: string;
  readonly doneText: string;
  readonly onClose: () => void;
};

/** Asks before one of a record is removed, with the specification's question. */
export const RemoveDialog = ({ source, id, title, text, doneText, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    try {
      await removeRecord(client, source, { id, commandId: newCommandId() });
      showDone(doneText);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <ConfirmDialog
      title={title}
      text={[text, t('ticket.confirmDelete')].filter(Boolean).join(' ')}
      action={t('records.remove')}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
};
