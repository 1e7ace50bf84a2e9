import { type ClipboardEvent, useCallback, useEffect, useRef, useState } from 'react';

const mostFiles = 20;

/** Files that are chosen, pasted or dropped anywhere on the page while a conversation can be answered. */
export const useAttachments = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [dragging, setDragging] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const add = useCallback(
    (more: readonly File[]): void =>
      setFiles(known => [...known, ...more.filter(file => file.size > 0)].slice(0, mostFiles)),
    [],
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
      add([...(event.dataTransfer?.files ?? [])]);
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
    files,
    dragging,
    chooser,
    add,
    choose: () => chooser.current?.click(),
    set: setFiles,
    clear: () => setFiles([]),
    onPaste: (event: ClipboardEvent): void => {
      const pasted = [...event.clipboardData.files];
      if (pasted.length === 0) return;
      event.preventDefault();
      add(pasted);
    },
  };
};
