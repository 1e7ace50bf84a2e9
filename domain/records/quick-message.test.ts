import { describe, expect, it } from 'vitest';
import type { EventsOf } from '../shared/event.ts';
import type { RecordState } from '../shared/record.ts';
import { given, rejected } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { quickMessage } from './quick-message.ts';

const [quickMessageId, userId, bruno] = [idOf(1), idOf(2), idOf(3)];
const { decide, keysOf } = quickMessage;
const quick = given(quickMessage.entity);
type Event = EventsOf<typeof quickMessage.events>;
const fields = { shortcode: 'oi1', message: 'Bom dia! Como posso ajudar?' };
const own = { quickMessageId, ...fields, userId };
const created: Event = { type: 'QuickMessageCreated', data: { ...own, shared: false, file: null } };
const shared: Event = { type: 'QuickMessageCreated', data: { ...own, shared: true, file: null } };
const removed: Event = { type: 'QuickMessageRemoved', data: { quickMessageId } };

const by = (who: string, mayShare = false) => ({ id: quickMessageId, userId: who, mayShare });
type Given = Partial<typeof fields & { shared: boolean }>;
const create =
  (what: Given, asked = by(userId)) =>
  (state: RecordState) =>
    decide.create(asked, { ...fields, ...what }, state);
const change =
  (to: Given, asked = by(userId)) =>
  (state: RecordState) =>
    decide.change(asked, { ...fields, ...to }, state);
const remove =
  (asked = by(userId)) =>
  (state: RecordState) =>
    decide.remove(asked, state);

describe('a quick message', () => {
  it('is made once, with its text as it was written', () => {
    expect(quick().when(create({ shortcode: ' oi1 ' })).events).toEqual([created]);
    expect(quick().when(create({ message: ' linha\n' })).events).toMatchObject([
      { data: { message: ' linha\n' } },
    ]);
    expect(quick(created).when(create({})).rejection?.rejected).toBe('ERR_CONFLICT');
  });
  it.each([
    ['shortcode', { shortcode: 'oi' }],
    ['shortcode', { shortcode: 'o'.repeat(51) }],
    ['message', { message: ' a ' }],
    ['message', { message: 'a'.repeat(50_001) }],
  ])('refuses a bad %s', (field, bad) => {
    expect(quick().when(create(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
    expect(quick(created).when(change(bad)).decision).toEqual(rejected('ERR_VALIDATION', { field }));
  });
  it('is changed and removed by its owner alone', () => {
    expect(quick(created).when(change({ message: 'Boa tarde!' })).events).toHaveLength(1);
    expect(quick(created).when(change({})).decision).toEqual([]);
    expect(quick(created).when(remove()).events).toEqual([removed]);
    expect(quick(created, removed).when(remove()).decision).toEqual([]);
    for (const decided of [change({ message: 'Meu' }, by(bruno)), remove(by(bruno, true))])
      expect(quick(created).when(decided).decision).toEqual(rejected('ERR_NO_PERMISSION', { userId }));
  });
  it('is not there before or after', () => {
    for (const history of [[], [created, removed]])
      expect(quick(...history).when(change({})).rejection?.rejected).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
    expect(quick().when(remove()).rejection?.rejected).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
  });
});

describe('a shared quick message', () => {
  const denied = rejected('ERR_NO_PERMISSION', { action: 'quickMessage.share' });

  it('is made by who may share, or made of an own one', () => {
    expect(quick().when(create({ shared: true }, by(userId, true))).events).toEqual([shared]);
    expect(quick().when(create({ shared: true })).decision).toEqual(denied);
    expect(quick(created).when(change({ shared: true })).decision).toEqual(denied);
    expect(quick(created).when(change({ shared: true }, by(userId, true))).events).toHaveLength(1);
  });
  it('is changed and removed by everybody who may share, and by nobody else', () => {
    expect(quick(shared).when(change({ message: 'Boa tarde!' }, by(bruno, true))).events).toMatchObject([
      { data: { message: 'Boa tarde!', shared: true } },
    ]);
    expect(quick(shared).when(remove(by(bruno, true))).events).toEqual([removed]);
    expect(quick(shared).when(change({ message: 'Meu' })).decision).toEqual(denied);
    expect(quick(shared).when(remove()).decision).toEqual(denied);
  });
  it('has its shortcode to itself among the shared ones, and leaves people theirs', () => {
    expect(keysOf(quick(shared).state)).toEqual([{ kind: 'quick-message-shortcode', value: 'shared/oi1' }]);
    expect(keysOf(quick(created).state)).toEqual([
      { kind: 'quick-message-shortcode', value: `${userId}/oi1` },
    ]);
  });
});

describe('the file of a quick message', () => {
  const file = { id: idOf(9), hash: 'a'.repeat(64), mime: 'application/pdf', size: 3, name: 'tabela.pdf' };
  const attach =
    (to: unknown, asked = by(userId)) =>
    (state: RecordState) =>
      decide.attach(asked, to, state);
  const attached: Event = {
    type: 'QuickMessageChanged',
    data: { quickMessageId, ...fields, shared: false, file },
  };

  it('is attached and taken away, and stays when something else is changed', () => {
    expect(quick(created).when(attach(file)).events).toEqual([attached]);
    expect(quick(created, attached).when(attach(file)).decision).toEqual([]);
    expect(quick(created, attached).when(attach(null)).events).toMatchObject([{ data: { file: null } }]);
    expect(quick(created, attached).when(change({ message: 'Boa tarde!' })).events).toMatchObject([
      { data: { file } },
    ]);
    expect(quickMessage.fileOf(quick(created, attached).state)).toEqual(file);
  });
  it('is for who may change the quick message', () => {
    for (const decided of [attach(file, by(bruno)), attach(null, by(bruno))])
      expect(quick(created).when(decided).decision).toEqual(rejected('ERR_NO_PERMISSION', { userId }));
    expect(quick().when(attach(file)).rejection?.rejected).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
    expect(quick(created, removed).when(attach(file)).rejection?.rejected).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
  });
  it('is given by no form: nobody names a file that is another’s', () => {
    const named = { ...fields, file };
    expect(quick().when(state => decide.create(by(userId), named, state)).decision).toEqual(
      rejected('ERR_VALIDATION', { field: 'file' }),
    );
  });
});

describe('a field that came later', () => {
  const old: Event = { type: 'QuickMessageCreated', data: own };
  const values = { ...fields, shared: false, file: null };

  it('is its fallback in what was stored before it, and kept by changes that do not name it', () => {
    expect(quick(old).state).toEqual({ status: 'active', userId, values });
    const renamed: Event = {
      type: 'QuickMessageChanged',
      data: { quickMessageId, shortcode: 'oi2', message: fields.message },
    };
    expect(quick(shared, renamed).state).toMatchObject({ values: { shortcode: 'oi2', shared: true } });
    expect(quick(old).when(change({})).decision).toEqual([]);
    expect(quick(old).when(change({ message: 'Boa tarde!' })).events).toMatchObject([
      { data: { shared: false } },
    ]);
  });
});
