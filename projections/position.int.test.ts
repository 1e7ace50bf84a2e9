import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#start/postgres/testing.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { type Notification, openPositions, type Positions } from './position.ts';

describe('the positions of the projections', () => {
  let database: TestDatabase;
  let pool: Pool;
  let positions: Positions | undefined;
  let warnings: string[] = [];
  beforeEach(async () => {
    warnings = [];
    database = await createTestDatabase();
    pool = openDatabase(database.url, { max: 3 });
  });
  afterEach(async () => {
    await positions?.close();
    await pool.end();
    await database.drop();
  });

  const open = () => {
    const notified: Notification[] = [];
    let starts = 0;
    positions = openPositions(pool, { warn: (_details, message) => warnings.push(message) });
    positions.onNotification('inbox', each => notified.push(each));
    positions.onListening(() => {
      starts += 1;
    });
    return { positions, notified, starts: () => starts };
  };
  const notify = (payload: string) => pool.query(`select pg_notify('inbox', $1)`, [payload]);

  it('outlive a notification that cannot be read, and ask by position for what it said', async () => {
    await migrate(database.url);
    const { notified, starts, ...opened } = open();
    await expect.poll(starts).toBe(1);
    await pool.query(
      `update projection.checkpoint set position = 7, event_position = 7 where name = 'inbox'`,
    );
    for (const [index, payload] of ['no JSON', 'null', '{"position":"8","changes":[]}'].entries()) {
      await notify(payload);
      await expect.poll(starts).toBe(index + 2);
    }
    expect(warnings).toEqual(Array(3).fill('a notification cannot be read, asking by position'));
    expect(opened.positions.known('inbox')).toBe(7);
    await notify(JSON.stringify({ position: 9, companyId: null, changes: [] }));
    expect(await opened.positions.waitFor('inbox', 9, 20_000)).toBe(true);
    expect(notified).toEqual([{ position: 9, companyId: null, changes: [] }]);
  });

  it('say that nothing can be listened to, and listen as soon as that is mended', async () => {
    const { starts } = open();
    await expect.poll(() => warnings).toContain('cannot listen to Postgres, trying again');
    expect(starts()).toBe(0);
    await migrate(database.url);
    await expect.poll(starts).toBe(1);
  });
});
