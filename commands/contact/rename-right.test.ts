import { expect, it, vi } from 'vitest';
import { createShop } from '../testing/shop.ts';
import { by } from '../testing/world.ts';

// As if the table gave names to administrators alone.
vi.mock('#domain/access/table.ts', async original => {
  const { access } = await original<typeof import('#domain/access/table.ts')>();
  return { access: { ...access, 'contact.rename': ['admin'] } };
});

it('names of contacts are changed by whom the table lets, everything else of them as before', async () => {
  const { commands, contactId, ana, admin } = await createShop();
  const edit = (who: typeof ana, change: { name?: string; email?: string }) =>
    commands.contact.edit(by(who), { contactId, ...change });
  const refused = { rejected: 'ERR_NO_PERMISSION', details: { action: 'contact.rename' } };
  expect(await edit(ana, { name: 'Outra' })).toEqual(refused);
  expect(await edit(ana, { name: 'Clara', email: 'clara@loja.test' })).not.toHaveProperty('rejected');
  expect(await edit(ana, { email: 'c@loja.test' })).not.toHaveProperty('rejected');
  expect(await edit(admin, { name: 'Outra' })).not.toHaveProperty('rejected');
  expect(await edit(ana, { name: 'Clara' })).toEqual(refused);
});
