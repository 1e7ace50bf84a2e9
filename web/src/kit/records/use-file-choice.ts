import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { giveFile, takeFile } from '../../api/record-file.ts';
import type { RecordRow, RecordSource } from '../../api/record-rows.ts';
import { newCommandId } from '../../shared/command-id.ts';

/** What becomes of a record's file when its form is saved. */
type Choice =
  | { readonly kind: 'stays' }
  | { readonly kind: 'given'; readonly file: File; readonly commandId: string }
  | { readonly kind: 'taken'; readonly commandId: string };

/** The file of a record in its form: `nameNow` is the one it has. */
export const useFileChoice = (
  source: Pick<RecordSource<RecordRow>, 'concept' | 'path'>,
  nameNow: string | null,
) => {
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>({ kind: 'stays' });
  const [share, setShare] = useState<number>();
  return {
    name: choice.kind === 'given' ? choice.file.name : choice.kind === 'stays' ? nameNow : null,
    /** How much of it has gone, from 0 to 1, while it does. */
    share,
    give: (file: File): void => setChoice({ kind: 'given', file, commandId: newCommandId() }),
    take: (): void =>
      setChoice(nameNow === null ? { kind: 'stays' } : { kind: 'taken', commandId: newCommandId() }),
    /** Carries it out, once the record is saved. Throws ApiError. */
    save: async (id: string): Promise<void> => {
      if (choice.kind === 'stays') return;
      const { commandId } = choice;
      if (choice.kind === 'taken') return takeFile(client, source, { id, commandId });
      setShare(0);
      try {
        await giveFile(client, source, { id, file: choice.file, commandId, onProgress: setShare });
        setChoice({ kind: 'stays' });
      } finally {
        setShare(undefined);
      }
    },
  };
};

export type FileChoice = ReturnType<typeof useFileChoice>;
