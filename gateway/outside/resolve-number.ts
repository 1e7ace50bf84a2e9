import type { NumberCheck, NumberChecks } from '../contacts/check-number.ts';
import { CallRefused } from '../errors/refusal.ts';

type Deps = { readonly numberChecks: Pick<NumberChecks, 'check'> };

/**
 * Answers the number of somebody whom the company does not know yet as WhatsApp has it: the ninth digit may differ from
 * what was asked. Several who ask at once ask once. Where nobody can be asked, or does not answer, the number is taken as it is,
 * and the message waits. @throws ERR_WAPP_INVALID_CONTACT when WhatsApp has nobody there.
 */
export const createNumberResolution = ({ numberChecks }: Deps) => {
  const underway = new Map<string, Promise<NumberCheck>>();
  const check = (companyId: string, number: string): Promise<NumberCheck> => {
    const name = `${companyId}/${number}`;
    const asking = underway.get(name) ?? numberChecks.check(companyId, number);
    underway.set(name, asking);
    const forget = () => underway.delete(name);
    asking.then(forget, forget);
    return asking;
  };

  return async (companyId: string, number: string): Promise<string> => {
    const checked = await check(companyId, number);
    if (checked.state === 'absent')
      throw new CallRefused('ERR_WAPP_INVALID_CONTACT', {
        message: `number: nobody on WhatsApp has ${number}`,
        details: { field: 'number' },
      });
    return checked.state === 'there' ? checked.number : number;
  };
};
export type NumberResolution = ReturnType<typeof createNumberResolution>;
