import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionId, phone } from '#start/demo/records.ts';
import { type Caller, contactPhone, login } from './api.ts';
import { demoPassword, type Product, startProduct } from './product.ts';

const number = '5511988880001';

describe('a connector that is killed while its lease lasts', () => {
  let product: Product;
  let pool: Pool;
  let ana: Caller;

  beforeAll(async () => {
    product = await startProduct();
    pool = new Pool({ connectionString: product.running().databaseUrl, max: 2 });
    pool.on('error', () => undefined);
    ana = await login(product.url, 'admin@demo.local', demoPassword);
  });
  afterAll(async () => {
    await pool?.end();
    await product?.stop();
  });

  const ready = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    const { connectors } = (await answer.json()) as { connectors: { gone: { connector: string }[] } };
    return { status: answer.status, gone: connectors.gone.map(({ connector }) => connector) };
  };
  const owner = async () => {
    const text = 'select lease_owner from connector.session where connection_id = $1';
    return (await pool.query<{ lease_owner: string }>(text, [connectionId])).rows[0]?.lease_owner;
  };
  const leaseLasts = (interval: string) =>
    pool.query('update connector.session set lease_until = now() + $2::interval where connection_id = $1', [
      connectionId,
      interval,
    ]);

  it('is named by readiness while nobody is in its place, and followed by the next without waiting', async () => {
    const device = contactPhone(product.simulatorUrl, number, phone.number);
    const patience = { timeout: 60_000 };
    await expect.poll(ready, patience).toEqual({ status: 200, gone: [] });
    const former = await owner();
    const pid = product.running().services.connector?.pid ?? 0;

    process.kill(pid, 'SIGSTOP');
    await leaseLasts('-1 minute');
    expect(await ready()).toEqual({ status: 503, gone: ['simulator'] });
    await leaseLasts('1 hour');
    await device.write('no meio da queda');
    process.kill(pid, 'SIGKILL');

    await expect.poll(owner, patience).not.toBe(former);
    expect(await ready()).toEqual({ status: 200, gone: [] });
    const theirs = async () => {
      const lists = await Promise.all(
        ['open', 'pending'].map(status => ana.tickets(`?status=${status}&showAll=true`)),
      );
      const ticket = lists.flatMap(list => list.body.tickets).find(each => each.contact.number === number);
      return ticket ? (await ana.messages(ticket.id)).body.messages.map(({ body }) => body) : [];
    };
    await expect.poll(theirs, patience).toContain('no meio da queda');
    expect((await theirs()).filter(body => body === 'no meio da queda')).toHaveLength(1);
  });
});
