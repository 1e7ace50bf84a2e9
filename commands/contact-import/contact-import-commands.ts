import * as rules from '#domain/contact-import/contact-import.ts';
import type { ContactImportEvent } from '#domain/contact-import/events.ts';
import { type Decision, reject } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type OfImport = { readonly importId: string };

/** The commands on imports of contacts; what becomes of their rows is worked off by `runImports`. */
export const contactImportCommands = ({ states: all }: CommandDeps) => {
  const { contactImport: states, connection } = all;
  const run = async (
    context: CommandContext,
    importId: string,
    action: 'contactImport.run' | 'contactImport.undo',
    decide: (state: rules.ContactImport) => Decision<ContactImportEvent>,
  ): Promise<Outcome> => (await handle(context, { states, id: importId, action, decide })).outcome;

  return {
    /** ERR_NO_WAPP_FOUND when the company has no such connection. */
    start: async (context: CommandContext, input: rules.StartImport): Promise<Outcome> => {
      const { connectionId } = input;
      const named = connectionId
        ? (await connection.fresh(connection.stream(context.companyId, connectionId))).state
        : undefined;
      return run(context, input.importId, 'contactImport.run', state =>
        named && named.status !== 'active'
          ? reject('ERR_NO_WAPP_FOUND', { whatsappId: connectionId })
          : rules.startImport(input, state),
      );
    },
    finish: (context: CommandContext, input: Parameters<typeof rules.finishImport>[0]) =>
      run(context, input.importId, 'contactImport.run', state => rules.finishImport(input, state)),
    cancel: (context: CommandContext, input: OfImport) =>
      run(context, input.importId, 'contactImport.run', state => rules.cancelImport(input, state)),
    undo: (context: CommandContext, input: OfImport) =>
      run(context, input.importId, 'contactImport.undo', state => rules.undoImport(input, state)),
    finishUndo: (context: CommandContext, input: Parameters<typeof rules.finishUndo>[0]) =>
      run(context, input.importId, 'contactImport.undo', state => rules.finishUndo(input, state)),
  };
};
