import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCheckpoint } from '#commands/integrity/checkpoint.ts';
import { openCheckpointFiles } from '#commands/integrity/checkpoint-files.ts';
import { historyParking, takeBatch } from '#commands/integrity/follow-history.ts';
import { doNextRun } from '#commands/integrity/run-verifications.ts';
import { signDue } from '#commands/integrity/sign-checkpoints.ts';
import { keyOf } from '#commands/integrity/testing/histories.ts';
import { type IntegrityAnswer, integrityAnswer } from '#contracts/integrity.ts';
import { openStoredEvents, type StoredEvents } from '#eventstore/integrity/stored-events.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';

let harness: Harness;
let stored: StoredEvents;
let [admin, stranger, attendant]: Browser[] = [];
let companyId: string;
const key = keyOf(1);
const log = pino({ level: 'silent' });
const signal = new AbortController().signal;
let position = 0;

/** What the `commands` service does with what the log has now. */
const follow = async () => {
  const head = await harness.store.head();
  const files = openCheckpointFiles(join(harness.directory, 'checkpoints'));
  for await (const batch of stored.subscribe({ after: position || undefined, maxBatch: 500, signal })) {
    await takeBatch({ pool: harness.pool, files, parking: historyParking(log) }, batch, position);
    position = Math.max(position, batch.position);
    if (position >= head) return;
  }
};
const verify = () =>
  doNextRun({
    ...{ pool: harness.pool, stored, files: harness.checkpointFiles, publicKey: key.publicKey },
    ...{ log, signal },
  });
const state = async (browser = admin): Promise<IntegrityAnswer> =>
  integrityAnswer.parse((await browser?.get('audit/integrity'))?.body);

beforeAll(async () => {
  harness = await openHarness();
  stored = openStoredEvents({ connectionString: harness.eventStoreUrl });
  const [office, elsewhere] = [await openOffice(harness), await openOffice(harness)];
  ({ companyId } = office);
  const accounts = [
    await office.user('Chefe', { profile: 'admin' }),
    await elsewhere.user('Estranha', { profile: 'admin' }),
    await office.user('Ana'),
  ];
  await harness.caughtUp();
  [admin, stranger, attendant] = await Promise.all(
    accounts.map(async ({ email }) => {
      const browser = openBrowser(harness);
      await browser.login(email);
      return browser;
    }),
  );
});
afterAll(async () => {
  await stored?.close();
  await harness?.close();
});

describe('the integrity of the history', () => {
  it('is nothing for attendants', async () => {
    for (const answer of [
      await attendant?.get('audit/integrity'),
      await attendant?.post('audit/integrity', {}),
      await attendant?.get('audit/checkpoints'),
    ])
      expect([answer?.status, answer?.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('is not known before anything was followed', async () => {
    const nothing = { events: 0, signedUpTo: 0, signedAt: null, checkpoints: 0, run: null, about: null };
    expect(await state()).toEqual(nothing);
    const none = await admin?.get('audit/checkpoints');
    expect([none?.status, none?.body.error]).toEqual([404, 'ERR_NO_CHECKPOINT_FOUND']);
  });

  it('is told with what a checkpoint signs and what it does not yet', async () => {
    // Logins and what somebody was refused are answered before the log has them.
    const late = `select from audit.entry where type in ('UserLoggedIn', 'UserAccessRefused')`;
    await expect.poll(async () => (await harness.pool.query(late)).rowCount, { timeout: 20_000 }).toBe(4);
    await follow();
    const before = await state();
    expect(before.events).toBeGreaterThan(2);
    expect(before.signedUpTo).toBe(0);
    await signDue({ pool: harness.pool, store: harness.store, key, log, pace: { events: 1, minutes: 60 } });
    await follow();
    expect(await state()).toMatchObject({
      events: before.events + 1,
      signedUpTo: before.events,
      checkpoints: 1,
    });
  });

  it('is verified by a run that is asked for, once however often it is', async () => {
    const asked = await admin?.post('audit/integrity', {});
    expect(asked?.body).toMatchObject({ run: { endedAt: null, report: null } });
    await admin?.post('audit/integrity', {});
    expect(await verify()).toBe(true);
    expect(await verify()).toBe(false);
    const { run, events, signedUpTo } = await state();
    expect(run?.report).toMatchObject({ size: events, fault: null, outside: { sequence: signedUpTo } });
    expect(run?.endedAt).not.toBeNull();
    expect((await state(stranger)).run).toBeNull();
  });

  it('gives the company its own checkpoints to keep elsewhere', async () => {
    const { body } = (await admin?.get('audit/checkpoints')) ?? {};
    const { signedUpTo } = await state();
    expect(typeof body === 'string' ? JSON.parse(body) : body).toMatchObject({ companyId, size: signedUpTo });
    expect(JSON.stringify((await stranger?.get('audit/checkpoints'))?.body)).not.toContain(companyId);
  });

  it('names what is wrong, and keeps what the last run found while the next one waits', async () => {
    const { signedUpTo } = await state();
    const files = openCheckpointFiles(join(harness.directory, 'checkpoints'));
    const { checkpoints } = await files.read(companyId);
    const [signed] = checkpoints;
    if (!signed) throw new Error('nothing is signed');
    await files.add(signCheckpoint({ ...signed, size: signedUpTo + 50, previous: null }, key));
    await admin?.post('audit/integrity', {});
    await verify();
    const fault = { kind: 'cut-off', until: signedUpTo + 50, evidence: 'outside' };
    expect((await state()).run?.report?.fault).toMatchObject({ ...fault, kind: 'missing-between' });
    await admin?.post('audit/integrity', {});
    expect((await state()).run).toMatchObject({ endedAt: null, report: { fault: { until: fault.until } } });
  });

  it('tells administrators of what was found, readiness and metrics, and takes it back', async () => {
    await verify();
    const notices = async () => (await admin?.get('notices'))?.body;
    const found = {
      ...{ kind: 'history-broken', reason: 'missing-between', subject: { id: companyId, name: null } },
      isNew: true,
    };
    expect(await notices()).toMatchObject({ unread: 1, notices: [found] });
    expect((await stranger?.get('notices'))?.body).toMatchObject({ unread: 0, notices: [] });
    const [{ position }] = (await notices()).notices;
    expect((await admin?.post('notices/read', { upTo: position }))?.status).toBe(200);
    await harness.caughtUp();
    expect(await notices()).toMatchObject({ unread: 0, notices: [{ isNew: false }] });
    // Found once more, it is not new once more.
    await admin?.post('audit/integrity', {});
    await verify();
    expect(await notices()).toMatchObject({ unread: 0, notices: [{ position }] });

    const finding = { companyId, kind: 'missing-between', foundAt: expect.any(String) };
    const ready = await admin?.get('/readyz');
    expect(ready?.body.history).toMatchObject({ isSound: false, findings: [finding] });
    expect((await admin?.get('/metrics'))?.body).toContain(
      'balcao_history_findings{kind="missing-between"} 1',
    );

    const path = join(harness.directory, 'checkpoints', `${companyId}.jsonl`);
    writeFileSync(path, `${readFileSync(path, 'utf8').trim().split('\n')[0]}\n`);
    await admin?.post('audit/integrity', {});
    await verify();
    expect(await notices()).toMatchObject({ unread: 0, notices: [] });
    expect((await admin?.get('/readyz'))?.body.history).toMatchObject({ isSound: true, findings: [] });
    expect((await admin?.get('/metrics'))?.body).not.toContain('balcao_history_findings{');
  });

  it('leads to the entry of the event that is not as it was', async () => {
    const tag = await admin?.post('tags', { name: 'Urgente', color: '#aa0000' });
    await harness.caughtUp();
    await follow();
    const { events } = await state();
    await harness.pool.query(
      `update integrity.leaves set hashes = overlay(hashes placing '\\x00' from $2) where company_id = $1`,
      [companyId, (events - 1) * 32 + 1],
    );
    await admin?.post('audit/integrity', {});
    await verify();
    const { run, about } = await state();
    expect(run?.report?.fault).toMatchObject({ kind: 'changed', sequence: events, evidence: 'kept' });
    expect(about?.entry).toMatchObject({ id: run?.report?.fault?.eventId, action: 'TagCreated' });
    expect(about?.names).toContainEqual(expect.objectContaining({ id: tag?.body.id, name: 'Urgente' }));
  });
});
