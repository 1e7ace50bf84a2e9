import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import * as rules from './contact-import.ts';
import type { ContactImportEvent } from './events.ts';

const importId = idOf(1);
const start = { importId, source: 'file' as const, rows: 3, connectionId: null };
const counts = { new: 1, updated: 1, duplicate: 1, invalid: 0, ignored: 0 };
const started: ContactImportEvent = { type: 'ContactImportStarted', data: start };
const finished: ContactImportEvent = { type: 'ContactImportFinished', data: { importId, counts } };
const cancelled: ContactImportEvent = { type: 'ContactImportCancelled', data: { importId } };
const asked: ContactImportEvent = { type: 'ContactImportUndoRequested', data: { importId } };
const undone: ContactImportEvent = {
  type: 'ContactImportUndone',
  data: { importId, removed: 1, restored: 1, kept: 0 },
};
const imported = given(rules.contactImportEntity);
const begin = (state: rules.ContactImport) => rules.startImport(start, state);
const finish = (state: rules.ContactImport) => rules.finishImport({ importId, counts }, state);
const cancel = (state: rules.ContactImport) => rules.cancelImport({ importId }, state);
const undo = (state: rules.ContactImport) => rules.undoImport({ importId }, state);
const finishUndo = (state: rules.ContactImport) => rules.finishUndo(undone.data as never, state);

describe('an import of contacts', () => {
  it('begins once, with rows', () => {
    expect(imported().when(begin).events).toEqual([started]);
    expect(imported(started).when(begin).decision).toEqual([]);
    expect(imported(started, finished).when(begin).decision).toEqual([]);
    const empty = (state: rules.ContactImport) => rules.startImport({ ...start, rows: 0 }, state);
    expect(imported().when(empty).rejection?.rejected).toBe('ERR_VALIDATION');
  });
  it('ends once, and not after it was cancelled', () => {
    expect(imported(started).when(finish).events).toEqual([finished]);
    expect(imported(started, finished).when(finish).decision).toEqual([]);
    expect(imported(started, cancelled).when(finish).decision).toEqual([]);
  });
  it('is cancelled while it runs', () => {
    expect(imported(started).when(cancel).events).toEqual([cancelled]);
    expect(imported(started, cancelled).when(cancel).decision).toEqual([]);
    expect(imported(started, finished).when(cancel).rejection?.rejected).toBe('ERR_IMPORT_ENDED');
    expect(imported().when(cancel).rejection?.rejected).toBe('ERR_NO_IMPORT_FOUND');
  });
  it('is undone once it has ended, however it ended', () => {
    expect(imported().when(undo).rejection?.rejected).toBe('ERR_NO_IMPORT_FOUND');
    expect(imported(started).when(undo).rejection?.rejected).toBe('ERR_IMPORT_RUNNING');
    for (const end of [finished, cancelled])
      expect(imported(started, end).when(undo).events).toEqual([asked]);
    expect(imported(started, finished, asked).when(undo).decision).toEqual([]);
    expect(imported(started, finished, asked).when(finishUndo).events).toEqual([undone]);
    expect(imported(started, finished, asked, undone).when(finishUndo).decision).toEqual([]);
    expect(imported(started, finished, asked, undone).when(undo).decision).toEqual([]);
  });
});
