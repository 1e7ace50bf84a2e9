import type { Action } from '#domain/access/table.ts';
import * as rules from '#domain/company/company.ts';
import type { CompanyEvent } from '#domain/company/events.ts';
import type { Decision } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type OfCompany = { readonly companyId: string };

/** The commands on the company of the context; its stream's id is the company's own. */
export const companyCommands = ({ states: { company: states } }: CommandDeps) => {
  const on =
    <Input extends OfCompany>(
      action: Action,
      rule: (input: Input, company: rules.Company) => Decision<CompanyEvent>,
      isNew = false,
    ) =>
    async (
      context: CommandContext,
      input: Omit<Input, 'companyId'> & Partial<OfCompany>,
    ): Promise<Outcome> => {
      const { companyId } = context;
      // The company is the context's: the input cannot name another.
      const given = { ...input, companyId } as Input;
      const decide = (company: rules.Company) => rule(given, company);
      const { outcome } = await handle(context, { states, id: companyId, action, isNew, decide });
      return outcome;
    };

  return {
    create: on('company.create', rules.createCompany, true),
    /** When its subscription ends; null for never. */
    changeDueDate: on('company.changeDueDate', rules.changeDueDate),
    changeSetting: on('company.changeSetting', rules.changeSetting),
    /** What contacts are told by itself, in the company's own words; empty: in ours. */
    changeText: on('company.changeText', rules.changeText),
    /** Notes that a secret was set. The secret itself is the caller's to keep, once this was accepted. */
    setSecret: on('company.setSecret', rules.setSecret),
    removeSecret: on('company.setSecret', rules.removeSecret),
    changeSchedules: on('company.changeSchedules', rules.changeSchedules),
  };
};
