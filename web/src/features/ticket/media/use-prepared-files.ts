import { useCallback, useEffect, useRef, useState } from 'react';
import type { PreparedFile } from '../composer/outgoing.ts';
import { prepareFile } from './prepare-file.ts';

/** Prepares chosen files one after another while they are looked at: large photos side by side would fill the memory. */
export const usePreparedFiles = (files: readonly File[]) => {
  const [prepared, setPrepared] = useState<ReadonlyMap<File, PreparedFile>>(new Map());
  const asked = useRef(new WeakMap<File, Promise<PreparedFile>>());
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const ask = useCallback((file: File): Promise<PreparedFile> => {
    const known = asked.current.get(file);
    if (known !== undefined) return known;
    const answer = last.current.then(() => prepareFile(file));
    last.current = answer;
    asked.current.set(file, answer);
    return answer;
  }, []);
  useEffect(() => {
    let here = true;
    for (const file of files) {
      void ask(file).then(done => here && setPrepared(known => new Map(known).set(file, done)));
    }
    return () => {
      here = false;
    };
  }, [files, ask]);

  return { prepared, all: (): Promise<PreparedFile[]> => Promise.all(files.map(ask)) };
};
