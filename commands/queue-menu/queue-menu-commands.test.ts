import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, by, createWorld, eventsOfType } from '../testing/world.ts';

let shop: Shop;
let queueId: string;
beforeEach(async () => {
  shop = await createShop();
  queueId = newId();
  const texts = { greetingMessage: '', outOfHoursMessage: '' };
  accepted(
    await shop.commands.queue.create(by(shop.admin), { queueId, name: 'Caixa', color: '#123456', ...texts }),
  );
});

const option = (title = 'Boletos', parentId: string | null = null) => ({
  ...{ queueId, optionId: newId(), parentId, title, message: '' },
});

describe('the options of a queue', () => {
  it('are for who may change queues', async () => {
    const made = option();
    expect(await shop.commands.queueMenu.add(by(shop.ana), made)).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    accepted(await shop.commands.queueMenu.add(by(shop.admin), made));
    expect(await shop.commands.queueMenu.remove(by(shop.ana), made)).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
  });

  it('are answered as they are from then on', async () => {
    const { optionId: id, title, message, parentId } = option();
    const outcome = await shop.commands.queueMenu.add(by(shop.admin), {
      ...{ queueId, optionId: id, title, message, parentId },
    });
    expect(outcome).toMatchObject({ changed: true, menu: { options: [{ id, parentId, title, message }] } });
  });

  it('cannot be changed in a queue that never was, or that is gone', async () => {
    const made = option();
    accepted(await shop.commands.queueMenu.add(by(shop.admin), made));
    const nowhere = { ...option(), queueId: newId() };
    const gone = { rejected: 'ERR_NO_QUEUE_FOUND', details: { queueId: nowhere.queueId } };
    expect(await shop.commands.queueMenu.add(by(shop.admin), nowhere)).toEqual(gone);
    accepted(await shop.commands.queue.remove(by(shop.admin), { queueId }));
    const { add, change, remove } = shop.commands.queueMenu;
    for (const answer of [
      await add(by(shop.admin), option()),
      await change(by(shop.admin), { ...made, title: 'Notas' }),
      await remove(by(shop.admin), made),
    ])
      expect(answer).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
  });

  it('never become ten, however many are added at once', async () => {
    const worlds = [shop, createWorld(shop.store), createWorld(shop.store)];
    for (let n = 1; n <= 8; n += 1)
      accepted(await shop.commands.queueMenu.add(by(shop.admin), option(`Opção ${n}`)));
    const outcomes = await Promise.all(
      worlds.map(({ commands }) => commands.queueMenu.add(by(shop.admin), option())),
    );
    expect(outcomes.filter(outcome => 'rejected' in outcome)).toMatchObject([
      { rejected: 'ERR_QUEUE_OPTION_LIMIT' },
      { rejected: 'ERR_QUEUE_OPTION_LIMIT' },
    ]);
    expect(await eventsOfType(shop.store, 'QueueOptionAdded')).toHaveLength(9);
  });
});
