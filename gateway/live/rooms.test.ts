import { describe, expect, it } from 'vitest';
import type { Audience } from './audience.ts';
import type { LiveConnection } from './connection.ts';
import type { Outgoing } from './frames.ts';
import { createRooms } from './rooms.ts';

type Listener = LiveConnection & { readonly written: Buffer[] };
const listener = (profile: 'admin' | 'user', onSent = () => {}): Listener => {
  const written: Buffer[] = [];
  const connection = {
    ...{ companyId: 'loja', viewer: { userId: 'u', profile, queueIds: [] }, written },
    sendAll: (frames: readonly Buffer[]) => {
      written.push(...frames);
      onSent();
    },
  };
  return connection as unknown as Listener;
};
const all: Audience = () => true;
const admins: Audience = ({ viewer }) => viewer.profile === 'admin';
const frames = (read: () => void): readonly Outgoing[] =>
  [all, admins, all].map((audience, n) => ({
    event: `company-loja-${n}`,
    data: {
      toJSON: () => {
        read();
        return { n };
      },
    },
    audience,
  }));
const words = ({ written }: Listener): readonly string[] =>
  Buffer.concat(written)
    .toString('latin1')
    .match(/company-loja-\d/g) ?? [];

describe('a room that is notified several frames', () => {
  it('encodes each once and gives those with the same eyes the same bytes, in one piece', async () => {
    const counted: [string, number][] = [];
    const rooms = createRooms((event, sockets) => counted.push([event, sockets]));
    const [boss, chief] = [listener('admin'), listener('admin')];
    const people = Array.from({ length: 500 }, () => listener('user'));
    for (const each of [boss, chief, ...people]) rooms.enter(each);
    let encodings = 0;
    await rooms.send(
      'loja',
      frames(() => {
        encodings += 1;
      }),
      7,
    );
    expect(encodings).toBe(3);
    expect(words(boss)).toEqual(['company-loja-0', 'company-loja-1', 'company-loja-2']);
    expect(people.every(each => each.written.length === 1 && each.written[0] === people[0]?.written[0])).toBe(
      true,
    );
    expect(people[0] && words(people[0])).toEqual(['company-loja-0', 'company-loja-2']);
    expect(chief.written).toEqual(boss.written);
    expect(Object.fromEntries(counted)).toEqual({
      'company-loja-0': 502,
      'company-loja-1': 2,
      'company-loja-2': 502,
    });
  });

  it('encodes nothing that nobody may see', async () => {
    const rooms = createRooms(() => {});
    rooms.enter(listener('user'));
    let encodings = 0;
    const [, hidden] = frames(() => {
      encodings += 1;
    });
    await rooms.send('loja', hidden ? [hidden] : [], 7);
    expect(encodings).toBe(0);
  });

  it('lets other work in between, and notifies those who come and not those who leave meanwhile', async () => {
    const rooms = createRooms(() => {});
    const late = listener('user');
    const busy = () => {
      const begun = performance.now();
      while (performance.now() - begun < 2) Math.sqrt(begun);
    };
    const people = Array.from({ length: 30 }, () => listener('user', busy));
    for (const each of people) rooms.enter(each);
    const last = people.at(-1) ?? late;
    let isDone = false;
    const sending = rooms
      .send(
        'loja',
        frames(() => {}),
        7,
      )
      .then(() => {
        isDone = true;
      });
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    rooms.enter(late);
    rooms.leave(last);
    await sending;
    expect(words(late)).toEqual(['company-loja-0', 'company-loja-2']);
    expect(words(last)).toEqual([]);
  });
});

it('sends to many companies that have news in one moment for no longer in one turn than to a single one', async () => {
  let [now, sentInTurn, mostInTurn] = [0, 0, 0];
  const rooms = createRooms(
    () => {},
    () => now,
  );
  const tookMs = 2;
  const onSent = () => {
    now += tookMs;
    sentInTurn += 1;
  };
  const companies = Array.from({ length: 20 }, (_, n) => `loja ${n}`);
  const people = companies.flatMap(companyId =>
    Array.from({ length: 5 }, () => ({ ...listener('user', onSent), companyId })),
  );
  for (const each of people) rooms.enter(each);
  const sending = companies.map(companyId =>
    rooms.send(
      companyId,
      frames(() => {}),
      7,
    ),
  );
  let isDone = false;
  const done = Promise.all(sending).then(() => {
    isDone = true;
  });
  while (!isDone) {
    mostInTurn = Math.max(mostInTurn, sentInTurn);
    sentInTurn = 0;
    await new Promise(setImmediate);
  }
  await done;
  expect(people.every(({ written }) => written.length === 1)).toBe(true);
  expect(mostInTurn).toBe(4);
});
