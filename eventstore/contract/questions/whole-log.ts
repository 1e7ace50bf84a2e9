import { BACKWARDS, type Position, START } from '@eventstore/db-client';
import { expect, vi } from 'vitest';
import { type Asker, heard, listed } from './asking.ts';

export const askOfLinks = async ({ ask, append, event, fresh, link, read }: Asker): Promise<void> => {
  const origin = fresh();
  await append(origin, event('Orig'));
  const links = fresh();
  await ask('append a link', () => append(links, link(0, origin)));
  await ask('read links, resolved', read(links, { resolveLinkTos: true }));
  await ask('read links', read(links));
  await append(links, link(7, origin));
  await ask('read a link that leads nowhere, resolved', read(links, { resolveLinkTos: true }));
  await ask('system stream', () => append('$mine-x', event()));
  await ask('stream of metadata', () => append(`$$${links}`, event()));
  await ask('system type', () => append(fresh(), event('$mine')));
};

export const askOfWhatMetadataHides = async (asker: Asker): Promise<void> => {
  const { ask, append, describe, event, events, fresh, read } = asker;
  const stream = fresh();
  await append(stream, events(4));
  await describe(stream, { truncateBefore: 2 })();
  await ask('truncated before 2', read(stream));
  await ask('truncated, one from 0', read(stream, { fromRevision: 0n, maxCount: 1 }));
  await ask('truncated, backwards from 1', read(stream, { direction: BACKWARDS, fromRevision: 1n }));
  const aging = fresh();
  await describe(aging, { maxAge: 1 })();
  await append(aging, event());
  const hidden = async () => expect(await read(aging)()).toEqual([]);
  await vi.waitFor(hidden, { timeout: 20_000, interval: 50 });
  await append(aging, event());
  await ask('maxAge of a second, after two', read(aging));
};

/** Others may write to the same log. */
const ofQuestions = /^(\$\$)?(d\d+|\$mine)-x$/;

const at = (position: bigint): Position => ({ commit: position, prepare: position });

type Known = { readonly ofThree: string; readonly ended: string };

export const askOfTheWholeLog = async ({ ask, client }: Asker, { ofThree, ended }: Known): Promise<void> => {
  await ask('types of the system in the log', async () => {
    const types = new Set<string>();
    for await (const { event } of client.readAll({ fromPosition: START }))
      if (event?.type.startsWith('$') && ofQuestions.test(event.streamId)) types.add(event.type);
    return [...types].sort();
  });
  const beyond = at(2n ** 50n);
  await ask('read from a position of no event', () =>
    listed(client.readAll({ fromPosition: at(123n), maxCount: 2 })),
  );
  await ask('read from beyond the end', () => listed(client.readAll({ fromPosition: beyond, maxCount: 2 })));
  await ask('follow a stream from beyond its end', () =>
    heard(client.subscribeToStream(ofThree, { fromRevision: 100n })),
  );
  await ask('follow all from beyond the end', () => heard(client.subscribeToAll({ fromPosition: beyond })));
  await ask('follow a stream that is not there', () => heard(client.subscribeToStream('nowhere')));
  await ask('follow an ended stream', () => heard(client.subscribeToStream(ended)));
};
