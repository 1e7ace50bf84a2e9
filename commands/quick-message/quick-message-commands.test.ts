import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createShop } from '../testing/shop.ts';
import { accepted, by } from '../testing/world.ts';

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
