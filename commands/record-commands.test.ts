import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from './ids.ts';
import { createShop, type Shop } from './testing/shop.ts';
import { accepted, by, createWorld, eventsOfType } from './testing/world.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
});

const create = (name: string, world: Pick<Shop, 'commands'> = shop) => {
  const tagId = newId();
  const outcome = world.commands.tag.create(by(shop.ana), { tagId, name, color: '#ff0000' });
  return { tagId, outcome };
};

describe('the name of a tag', () => {
  it('is one tag’s, whatever its capitals, until that is renamed or removed', async () => {
    const first = create('VIP');
    accepted(await first.outcome);
    const taken = { rejected: 'ERR_TAG_ALREADY_EXISTS', details: { tagId: first.tagId } };
    expect(await create('vip').outcome).toEqual(taken);
    const rename = { tagId: first.tagId, name: 'Ouro', color: '#ff0000' };
    accepted(await shop.commands.tag.change(by(shop.admin), rename));
    const second = create('vip');
    accepted(await second.outcome);
    expect(await shop.commands.tag.change(by(shop.ana), { ...rename, name: 'Vip' })).toMatchObject({
      rejected: 'ERR_TAG_ALREADY_EXISTS',
    });
    accepted(await shop.commands.tag.remove(by(shop.ana), second));
    accepted(await create('VIP').outcome);
  });
  it('goes to one of two who make it at once, in whatever process', async () => {
    for (let round = 0; round < 5; round += 1) {
      const elsewhere = createWorld(shop.store);
      const name = `Tag ${round}`;
      const outcomes = await Promise.all([create(name).outcome, create(name, elsewhere).outcome]);
      expect(outcomes.filter(outcome => 'rejected' in outcome)).toMatchObject([
        { rejected: 'ERR_TAG_ALREADY_EXISTS' },
      ]);
    }
    expect(await eventsOfType(shop.store, 'TagCreated')).toHaveLength(5);
  });
});
it('a shortcode is one of each person’s, until that has another', async () => {
  const { commands, ana, bruno } = await createShop();
  const create = (who: typeof ana, shortcode: string) => {
    const quickMessageId = newId();
    const input = { quickMessageId, userId: who.userId, shortcode, message: 'Bom dia!' };
    return { ...input, outcome: commands.quickMessage.create(by(who), input) };
  };
  const first = create(ana, 'bom');
  accepted(await first.outcome);
  accepted(await create(bruno, 'bom').outcome);
  expect(await create(ana, 'BOM').outcome).toEqual({
    rejected: 'ERR_SHORTCODE_ALREADY_EXISTS',
    details: { quickMessageId: first.quickMessageId },
  });
  const { outcome: _, ...fields } = first;
  expect(await commands.quickMessage.change(by(bruno), { ...fields, userId: bruno.userId })).toMatchObject({
    rejected: 'ERR_NO_PERMISSION',
  });
  accepted(await commands.quickMessage.change(by(ana), { ...fields, shortcode: 'ola' }));
  accepted(await create(ana, 'bom').outcome);
});
