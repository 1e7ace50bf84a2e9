import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { featuresQuery } from '../../../api/features.ts';
import { useUser } from '../../../api/session-store.ts';
import { addFiles, type Chosen, nothingChosen } from './choose-files.ts';
import { keepChoice, keptChoice } from './kept-choice.ts';

const noFolders: ReadonlySet<string> = new Set();

/**
 * Files that are chosen, pasted or dropped anywhere on the page while a conversation can be answered. When it cannot be
 * any more they stay chosen, should it come back.
 */
export const useAttachments = (ticketId: string) => {
  const { id: userId } = useUser();
  const [chosen, setChosen] = useState<Chosen>(() => keptChoice(userId, ticketId));
  useEffect(() => keepChoice(userId, ticketId, chosen), [userId, ticketId, chosen]);
  const [dragging, setDragging] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const { data: features } = useQuery(featuresQuery);
  const limit = features?.fileLimit ?? Number.POSITIVE_INFINITY;
  const add = useCallback(
    (more: readonly File[], folders = noFolders): void => {
      if (more.length > 0) setChosen(known => addFiles(known, more, { limit, folders }));
    },
    [limit],
  );

  useEffect(() => {
    const has = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!has(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!has(event)) return;
      event.preventDefault();
      setDragging(false);
      add([...(event.dataTransfer?.files ?? [])], foldersOf(event.dataTransfer));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [add]);

  return {
    chosen,
    dragging,
    chooser,
    mediaLimit: features?.mediaLimit ?? Number.POSITIVE_INFINITY,
    fileLimit: limit,
    add,
    choose: () => chooser.current?.click(),
    remove: (file: File) =>
      setChosen(known => ({ files: known.files.filter(other => other !== file), refused: [] })),
    clear: () => {
      // They may be on their way only after the conversation has gone.
      keepChoice(userId, ticketId, nothingChosen);
      setChosen(nothingChosen);
    },
    onPaste: (event: ClipboardEvent): void => {
      const { files, types } = event.clipboardData;
      const pasted = [...files];
      // Cells of a spreadsheet come as words and as a picture of them: the words are meant.
      const isWords = types.includes('text/plain') && types.includes('text/html');
      if (pasted.length === 0 || isWords) return;
      event.preventDefault();
      add(pasted, foldersOf(event.clipboardData));
    },
  };
};

const foldersOf = (transfer: DataTransfer | null): ReadonlySet<string> =>
  new Set(
    [...(transfer?.items ?? [])]
      .map(item => item.webkitGetAsEntry())
      .flatMap(entry => (entry?.isDirectory ? [entry.name] : [])),
  );
