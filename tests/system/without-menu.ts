import { createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { openEventStore } from '#eventstore/client.ts';
import { companyId, connectionId } from '#start/demo/records.ts';
import { openServiceKeys } from '#start/person-keys.ts';

type Stores = { readonly databaseUrl: string; readonly eventstoreUrl: string; readonly dataDir: string };

/**
 * The demo's connection asks nobody which queue they want, and greets nobody: stories of attendants begin with a ticket
 * that waits for all of them. Nothing happens where that is so already.
 */
export const withoutMenu = async ({ databaseUrl, eventstoreUrl, dataDir }: Stores): Promise<void> => {
  const { keys, close } = await openServiceKeys({ databaseUrl, dataDir });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  try {
    const context = {
      ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
      actor: { kind: 'system' as const },
    };
    const change = { connectionId, queueIds: [], greetingMessage: '' };
    const outcome = await createCommands({ store }).connection.change(context, change);
    if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
  } finally {
    await store.close();
    await close();
  }
};
