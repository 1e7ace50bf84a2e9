import { openFragilePostgres } from './fragile-postgres.ts';
import { openOffice } from './office.ts';

/** A paired office whose connector reaches Postgres by a way that can break; `end` mends it first. */
export const openFragileOffice = async () => {
  const office = await openOffice();
  const postgres = await openFragilePostgres(office.databaseUrl);
  const connector = await office.startConnector({ databaseUrl: postgres.url });
  await office.pair();
  const end = async (): Promise<void> => {
    postgres.mend();
    await connector.stop();
    await postgres.close();
    await office.end();
  };
  return { office, postgres, end };
};
export type FragileOffice = Awaited<ReturnType<typeof openFragileOffice>>;
