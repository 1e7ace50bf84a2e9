import { describe, expect, it } from 'vitest';
import { silentFields, silentKinds, silentTypes } from '#connector/content/silent-fields.ts';
import type { Said } from '#connector/inbound/content.ts';
import { allTypes, type Field, fieldsOf, kinds, messageType, nameOf } from './description.ts';
import { type Filled, filled, filledAlone, type Mark, turnsOf } from './fill.ts';
import { contentOf, drawn, viewOf } from './shown-message.ts';

/** Kinds that are no message of their own, and where they are shown instead. */
const elsewhere: Readonly<Record<string, string>> = {
  deviceSentMessage: 'a copy of what the account wrote: what is in it is shown',
  encCommentMessage: 'sealed: opened with the secret of its message, else said to be on the phone',
  encReactionMessage: 'sealed: opened with the secret of its message, and shown at it',
  protocolMessage:
    'changes of messages are shown at them, and a timer at its chat; the rest is between devices',
  reactionMessage: 'shown at the message that it is about',
  secretEncryptedMessage: 'sealed: opened with the secret of its message, else said at it',
};

const shownKinds = kinds.filter(({ name }) => !(name in silentKinds) && !(name in elsewhere));

/** What of the marks neither is shown, nor said to be on the phone. */
const missing = async ({ message, marks }: Filled): Promise<string[]> => {
  const content = contentOf(message);
  if (content.kind !== 'message') return [`it is ${content.kind}`];
  const view = await viewOf(content);
  const page = drawn(view);
  const carried = JSON.stringify(view);
  return marks
    .filter(mark => !isShown(mark, content, { page, carried }))
    .map(({ kind, place }) => `${kind} ${place}`);
};

const isShown = (
  { kind, marker, what = '' }: Mark,
  { quoted, file, parts = [] }: Said,
  { page, carried }: { readonly page: string; readonly carried: string },
): boolean => {
  const isOnPhone = (said: string) =>
    page.includes('Há mais no celular') &&
    parts.some(part => part.kind === 'more' && part.of.some(each => each.what === said));
  switch (kind) {
    case 'text':
      return page.includes(marker) && carried.includes(marker);
    case 'picture': {
      const picture = Buffer.from(marker).toString('base64');
      const isFiles = what !== '' && (file !== undefined || isOnPhone(what));
      return page.includes(picture) || isFiles || isOnPhone('picture');
    }
    case 'file':
      return file?.directPath === `/${marker}` || isOnPhone(what);
    case 'key':
    case 'quoted':
      return quoted?.id === marker;
  }
};

/** The fields that lead from a message to each field of each type, by the shortest way. */
const ways = (): ReadonlyMap<string, readonly Field[]> => {
  const found = new Map<string, readonly Field[]>();
  const types = new Set<string>();
  let front: readonly (readonly Field[])[] = shownKinds.map(kind => [kind]);
  while (front.length > 0) {
    const next: (readonly Field[])[] = [];
    for (const path of front) {
      const last = path.at(-1);
      if (!last) continue;
      const place = `${last.owner}.${last.name}`;
      if (!found.has(place)) found.set(place, path);
      const { inner } = last;
      if (!inner || isSilent(last) || nameOf(inner) === 'Message') continue;
      if (types.has(inner.fullName)) continue;
      types.add(inner.fullName);
      next.push(...fieldsOf(inner).map(field => [...path, field]));
    }
    front = next;
  }
  return found;
};

const isSilent = ({ owner, name, inner }: Field): boolean =>
  `${owner}.${name}` in silentFields || (inner !== undefined && nameOf(inner) in silentTypes);

const isMarked = ({ type, inner, name }: Field): boolean =>
  type === 'string' ||
  (type === 'bytes' && /thumbnail(V2)?$/i.test(name)) ||
  (inner !== undefined && ['Message', 'MessageKey'].includes(nameOf(inner)));

describe('what WhatsApp’s own description of a message has', () => {
  it.each(shownKinds.map(kind => [kind.name, kind] as const))(
    'is shown of %s, all at once',
    async (_, kind) => {
      for (let turn = 0; turn < turnsOf(kind); turn += 1) {
        const { message, marks } = filled(kind, turn);
        // A message is about one other: each of its keys is looked at alone.
        const several = marks.filter(mark => mark.kind !== 'key');
        expect(await missing({ message, marks: several })).toEqual([]);
      }
    },
  );

  it('is shown of each field alone', async () => {
    const lost: string[] = [];
    for (const [place, path] of ways()) {
      const last = path.at(-1);
      if (!last || !isMarked(last) || path.some(isSilent)) continue;
      const left = await missing(filledAlone(path));
      if (left.length > 0) lost.push(`${place}: ${left.join(', ')}`);
    }
    expect(lost).toEqual([]);
  });

  it('is never an empty bubble', async () => {
    for (const { name, inner } of shownKinds) {
      const content = contentOf({ [name]: inner ? {} : 'x' });
      expect([name, content.kind]).toEqual([name, 'message']);
      if (content.kind !== 'message') continue;
      const words = drawn(await viewOf(content))
        .replace(/<style[\s\S]*?<\/style>/g, '')
        .replace(/<time[\s\S]*?<\/time>/g, '')
        .replaceAll(/<[^>]*>/g, '')
        .trim();
      expect([name, words]).not.toEqual([name, '']);
    }
  });

  it('is silent for a reason, and only where there is something', () => {
    const types = new Map(allTypes().map(type => [nameOf(type), type]));
    for (const [place, reason] of Object.entries(silentFields)) {
      const [, owner = '', name = ''] = /^(.*)\.([^.]+)$/.exec(place) ?? [];
      expect([place, types.get(owner)?.fields[name]?.name]).toEqual([place, name]);
      expect(reason).not.toBe('');
    }
    for (const name of Object.keys(silentTypes)) expect([name, types.has(name)]).toEqual([name, true]);
    for (const kind of [...Object.keys(silentKinds), ...Object.keys(elsewhere)])
      expect([kind, kind in messageType.fields]).toEqual([kind, true]);
  });
});
