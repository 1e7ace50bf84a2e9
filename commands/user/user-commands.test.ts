import { beforeEach, describe, expect, it } from 'vitest';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, by } from '../testing/world.ts';

let commands: Shop['commands'];
let sales: Shop['sales'];
let support: Shop['support'];
let admin: Shop['admin'];
let ana: Shop['ana'];
let bruno: Shop['bruno'];
beforeEach(async () => {
  ({ commands, sales, support, admin, ana, bruno } = await createShop());
});

describe('an account', () => {
  const change = (who: Shop['ana'], what: object) =>
    commands.user.change(by(who), {
      ...{ userId: ana.userId, name: 'Alguém', email: `${ana.userId}@demo.local` },
      ...{ profile: 'user', queueIds: [sales], connectionIds: [], ...what },
    });
  it('is renamed by its owner, and given profile and queues by admins only', async () => {
    accepted(await change(ana, { name: 'Ana Lima' }));
    expect(await change(ana, { profile: 'admin' })).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
    expect(await change(ana, { queueIds: [sales, support] })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    expect(await change(bruno, { name: 'Eu' })).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
    accepted(await change(admin, { profile: 'admin' }));
  });
});
