import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { AuditPage } from '#contracts/audit.ts';
import { type Action, access } from '#domain/access/table.ts';
import type { AnyEventType } from '#domain/catalogue.ts';
import { type Browser, type Call, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, password } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let [boss, ana]: Browser[] = [];
const outboundAllowed = new Set(['127.0.0.1:9']);

beforeAll(async () => {
  harness = await openHarness({ outboundAllowed });
  office = await openOffice(harness);
  const accounts = [await office.user('Chefe', { profile: 'admin' }), await office.user('Ana')];
  await harness.caughtUp();
  [boss, ana] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(() => harness.close());

type Way = {
  readonly entry: AnyEventType;
  /** Answers what it was done to. */
  readonly does: () => Promise<{ readonly id: string; readonly answer?: Call | undefined }>;
};

const done = async (id: string, answer: Promise<Call> | undefined) => ({ id, answer: await answer });
const made = async (answer: Promise<Call> | undefined) => {
  const given = await answer;
  return { id: String(given?.body?.id), answer: given };
};
const someone = async (profile: 'admin' | 'user' = 'user') => {
  const { userId } = await office.user(`Alguém ${newId()}`, { profile });
  await harness.caughtUp();
  return userId;
};
const idOf = async (browser: Browser | undefined) => (await browser?.get('auth/me'))?.body.id as string;
const change = async (body: object) => {
  const id = await someone();
  return done(id, boss?.put(`users/${id}`, body));
};
const keyForm = { name: 'Loja', scopes: ['send'] };
const hookForm = { url: 'http://127.0.0.1:9/hook', events: ['contact.created'] };
const mail = () => `${newId()}@${office.companyId}.test`;

/** Every way in which who may come in, and what they may, is changed, by the right that it takes. */
const ways: Readonly<Record<string, Way>> = {
  'user.create': {
    entry: 'UserCreated',
    does: () => made(boss?.post('users', { name: 'Nova', email: mail(), profile: 'user', password })),
  },
  'user.change': {
    entry: 'UserChanged',
    does: async () => {
      const id = await idOf(ana);
      return done(id, ana?.put(`users/${id}`, { email: mail(), currentPassword: password }));
    },
  },
  'user.change, the own password': {
    entry: 'UserPasswordChanged',
    does: async () => {
      const id = await idOf(ana);
      return done(id, ana?.put(`users/${id}`, { password: 'outra-senha', currentPassword: password }));
    },
  },
  'user.changeAny, the e-mail': { entry: 'UserChanged', does: () => change({ email: mail() }) },
  'user.changeAny, the password of somebody without a session': {
    entry: 'UserPasswordChanged',
    does: () => change({ password: 'outra-senha' }),
  },
  'user.changeAny, ending sessions': {
    entry: 'UserSessionRevoked',
    does: async () => {
      const { userId: id, email } = await office.user('Saiu');
      await harness.caughtUp();
      await openBrowser(harness).login(email);
      return done(id, boss?.delete(`users/${id}/sessions`));
    },
  },
  'user.changeProfile': { entry: 'UserChanged', does: () => change({ profile: 'admin' }) },
  'user.changeProfile, the right to look back': {
    entry: 'UserChanged',
    does: () => change({ analyst: true }),
  },
  'user.changeQueues': {
    entry: 'UserChanged',
    does: async () => change({ queueIds: [await office.queue('Fila', '#123456')] }),
  },
  'user.changeSuperAdmin': {
    entry: 'UserPasswordChanged',
    does: async () => {
      const [userId, other] = [newId(), newId()];
      const lists = { queueIds: [], connectionIds: [] };
      for (const [id, name] of [
        [userId, 'Dona'],
        [other, 'Sócia'],
      ] as const) {
        const account = { userId: id, name, email: mail(), profile: 'admin' as const, superAdmin: true };
        must(await harness.commands.user.create(office.context(), { ...account, ...lists }));
      }
      const owner = { userId, companyId: office.companyId, profile: 'admin' as const, superAdmin: true };
      const principal = { ...owner, name: 'Dona', queueIds: [] };
      must(await harness.commands.user.changePassword(office.context(principal), { userId: other }));
      return { id: other };
    },
  },
  'user.remove': {
    entry: 'UserRemoved',
    does: async () => {
      const id = await someone();
      return done(id, boss?.delete(`users/${id}`));
    },
  },
  'apiKey.create': { entry: 'ApiKeyCreated', does: () => made(boss?.post('api-keys', keyForm)) },
  'apiKey.revoke': {
    entry: 'ApiKeyRevoked',
    does: async () => {
      const { id } = await made(boss?.post('api-keys', keyForm));
      return done(id, boss?.delete(`api-keys/${id}`));
    },
  },
  'connection.create': {
    entry: 'ConnectionCreated',
    does: () =>
      made(boss?.post('whatsapp', { name: 'Loja', provider: 'simulator', queueIds: [], isDefault: false })),
  },
  'connection.renewToken': {
    entry: 'ConnectionTokenRenewed',
    does: async () => {
      const id = await office.connection();
      await harness.caughtUp();
      return done(id, boss?.post(`whatsapp/${id}/token`));
    },
  },
  'connection.remove': {
    entry: 'ConnectionRemoved',
    does: async () => {
      const { id } = await made(
        boss?.post('whatsapp', { name: 'Loja', provider: 'simulator', queueIds: [], isDefault: false }),
      );
      await harness.caughtUp();
      return done(id, boss?.delete(`whatsapp/${id}`));
    },
  },
  'webhook.create': { entry: 'WebhookCreated', does: () => made(boss?.post('webhooks', hookForm)) },
  'webhook.renewSecret': {
    entry: 'WebhookSecretRenewed',
    does: async () => {
      const { id } = await made(boss?.post('webhooks', hookForm));
      return done(id, boss?.post(`webhooks/${id}/secret`));
    },
  },
  'webhook.remove': {
    entry: 'WebhookRemoved',
    does: async () => {
      const { id } = await made(boss?.post('webhooks', hookForm));
      return done(id, boss?.delete(`webhooks/${id}`));
    },
  },
  'company.setSecret': {
    entry: 'CompanySecretSet',
    does: () => done(office.companyId, boss?.put('settings/asaas', { value: 'segredo' })),
  },
  'company.changeSetting': {
    entry: 'CompanySettingChanged',
    does: () => done(office.companyId, boss?.put('settings/userCreation', { value: 'disabled' })),
  },
};

/** Of the same groups of rights: they let nobody in and shut nobody out. */
const others: readonly Action[] = [
  ...(['user.list', 'user.createAlways', 'apiKey.list', 'webhook.read', 'webhook.judge'] as const),
  ...(['connection.change', 'connection.readLedger', 'connection.readSecrets'] as const),
  ...(['connection.requestSession', 'connection.requestLogout', 'connection.recordStatus'] as const),
  // Where something is sent to, and what of it: its own entry says so.
  'webhook.change',
];

it('walks every right that lets somebody in or shuts somebody out', () => {
  const walked = new Set(Object.keys(ways).map(way => way.split(',')[0]));
  const ofGroups = Object.keys(access).filter(right => /^(user|apiKey|connection|webhook)\./.test(right));
  expect(ofGroups.filter(right => !walked.has(right) && !others.includes(right as Action))).toEqual([]);
  expect([...walked].filter(right => !((right ?? '') in access))).toEqual([]);
});

/** What each table holds that opens something, and the entries that say it changed; the others open nothing. */
const tables: Readonly<Record<string, readonly AnyEventType[]>> = {
  credential: ['UserCreated', 'UserPasswordChanged', 'UserRemoved'],
  session: ['UserSessionRevoked'],
  refresh_token: ['UserSessionRevoked'],
  connection_token: ['ConnectionTokenRenewed', 'ConnectionRemoved'],
  api_key: ['ApiKeyCreated', 'ApiKeyRevoked'],
  webhook_secret: ['WebhookCreated', 'WebhookSecretRenewed', 'WebhookRemoved'],
  company_secret: ['CompanySecretSet'],
  ...{ setup: [], admin_guard: [], login_try: [], login_failure: [], access_refusal: [] },
  ...{ idempotent_call: [], call_window: [], person_key: [], group_member: [], installation_key: [] },
};

it('knows of every table of secrets what changes it', async () => {
  const { rows } = await harness.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'secrets'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tables).toSorted());
  const entries = new Set(Object.values(ways).map(({ entry }) => entry));
  expect(Object.values(tables).flatMap(of => of.filter(entry => !entries.has(entry)))).toEqual([]);
});

it.each(Object.entries(ways))('has an entry for %s', async (_, { entry, does }) => {
  const { id, answer } = await does();
  expect([id.length, answer?.body, (answer?.status ?? 200) < 300]).toEqual([36, answer?.body, true]);
  const found = async (): Promise<AuditPage['entries']> => {
    await harness.caughtUp();
    return (await boss?.get(`audit?object=${id}&action=${entry}`))?.body.entries;
  };
  // The end of a session is written behind the answer.
  await expect.poll(async () => (await found()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const [newest] = await found();
  expect(newest?.actor.kind).toBe('user');
});
