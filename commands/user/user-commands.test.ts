import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createShop, type Shop } from '../testing/shop.ts';
import { accepted, by, bySystem, person } from '../testing/world.ts';

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
  it('is given another e-mail by its owner with the password alone, by admins as by the product without', async () => {
    const email = 'outra@demo.local';
    const wanted = { rejected: 'ERR_WRONG_PASSWORD' };
    expect(await change(ana, { email })).toMatchObject(wanted);
    expect(await change(ana, { email, passwordChecked: false })).toMatchObject(wanted);
    accepted(await change(ana, { email: `  ${ana.userId.toUpperCase()}@DEMO.local ` }));
    expect(await change(bruno, { email, passwordChecked: true })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    accepted(await change(ana, { email, passwordChecked: true }));
    accepted(await change(admin, { email: 'ainda.outra@demo.local' }));
    accepted(await commands.user.change(bySystem(), { userId: ana.userId, email }));
  });
  it('is made an analyst by admins only, and keeps what a change leaves out', async () => {
    expect(await commands.user.change(by(ana), { userId: ana.userId, analyst: true })).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    accepted(await commands.user.change(by(admin), { userId: ana.userId, analyst: true }));
    const again = accepted(await commands.user.change(by(ana), { userId: ana.userId, profile: 'user' }));
    expect(again.changed).toBe(false);
  });
  it('works in queues and on connections that are there', async () => {
    const set = (what: object) => commands.user.change(by(admin), { userId: ana.userId, ...what });
    expect(await set({ queueIds: [newId()] })).toMatchObject({ rejected: 'ERR_NO_QUEUE_FOUND' });
    expect(await set({ connectionIds: [newId()] })).toMatchObject({ rejected: 'ERR_NO_WAPP_FOUND' });
    accepted(await commands.queue.remove(by(admin), { queueId: sales }));
    accepted(await set({ queueIds: [sales, support] }));
  });
  it('of a super admin is no ordinary admin’s to change or remove', async () => {
    const root = person('admin');
    const account = {
      userId: root.userId,
      name: 'Root',
      email: 'root@demo.local',
      profile: 'admin' as const,
    };
    accepted(
      await commands.user.create(bySystem(), {
        ...account,
        superAdmin: true,
        queueIds: [],
        connectionIds: [],
      }),
    );
    const refused = { rejected: 'ERR_NO_PERMISSION' };
    expect(await commands.user.change(by(admin), { userId: root.userId, name: 'Meu' })).toMatchObject(
      refused,
    );
    expect(
      await commands.user.remove(by(admin), { userId: root.userId, otherAdmins: [admin.userId] }),
    ).toMatchObject(refused);
    expect(await commands.user.refuseOnAccount(by(admin), root.userId)).toMatchObject(refused);
    expect(
      await commands.user.refuseOnAccount(by({ ...root, superAdmin: true }), root.userId),
    ).toBeUndefined();
  });
});

describe('the last admin', () => {
  it('neither goes nor loses the profile, and another may once there is one', async () => {
    const last = { rejected: 'ERR_LAST_ADMIN' };
    const { userId } = admin;
    for (const otherAdmins of [[], [ana.userId], [newId()]]) {
      expect(await commands.user.remove(by(admin), { userId, otherAdmins })).toMatchObject(last);
      expect(await commands.user.change(by(admin), { userId, profile: 'user', otherAdmins })).toMatchObject(
        last,
      );
    }
    accepted(await commands.user.change(by(admin), { userId: ana.userId, profile: 'admin' }));
    accepted(await commands.user.remove(by(admin), { userId, otherAdmins: [ana.userId] }));
    expect(
      await commands.user.remove(by({ ...ana, profile: 'admin' }), {
        ...{ userId: ana.userId, otherAdmins: [userId] },
      }),
    ).toMatchObject(last);
  });
});

describe('where users are not to be created', () => {
  const create = (who: Shop['ana']) =>
    commands.user.create(by(who), {
      ...{ userId: newId(), name: 'Nova', email: 'nova@demo.local', profile: 'user', superAdmin: false },
      ...{ queueIds: [], connectionIds: [] },
    });
  it('admins make them still, and nobody else', async () => {
    const { companyId } = admin;
    accepted(
      await commands.company.create(bySystem(), {
        ...{ companyId, name: 'Loja', email: 'x@y.z', phone: null, dueDate: null },
        ...{ recurrence: 'MENSAL', status: true, campaignsEnabled: false },
      }),
    );
    const operator = { ...person('user'), superAdmin: true };
    expect(await create(ana)).toMatchObject({ rejected: 'ERR_NO_PERMISSION' });
    const setting = { companyId, key: 'userCreation', value: 'disabled' };
    accepted(await commands.company.changeSetting(bySystem(), setting));
    for (const who of [ana, operator])
      expect(await create(who)).toMatchObject({ rejected: 'ERR_USER_CREATION_DISABLED' });
    accepted(await create(admin));
  });
});
