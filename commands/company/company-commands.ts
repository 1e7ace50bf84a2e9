import { type CreateCompany, changeSetting, createCompany } from '#domain/company/company.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

/** The commands on the company of the context; its stream's id is the company's own. */
export const companyCommands = ({ states: { company: states } }: CommandDeps) => ({
  create: async (context: CommandContext, input: CreateCompany): Promise<Outcome> => {
    const { outcome } = await handle(context, {
      ...{ states, id: context.companyId, action: 'company.create' as const, isNew: true },
      decide: company => createCompany({ ...input, companyId: context.companyId }, company),
    });
    return outcome;
  },

  changeSetting: async (
    context: CommandContext,
    { key, value }: { readonly key: string; readonly value: string },
  ): Promise<Outcome> => {
    const { companyId } = context;
    const { outcome } = await handle(context, {
      ...{ states, id: companyId, action: 'company.changeSetting' as const },
      decide: company => changeSetting({ companyId, key, value }, company),
    });
    return outcome;
  },
});
