import { refuseAccess } from '#domain/access/access.ts';
import { settingsOf } from '#domain/company/company.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { isActive } from '#domain/ticket/lifecycle.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { CommandContext, Outcome } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import type { QueueMessageInput } from './message-commands.ts';

/** In the company's language: its setting `language`, Portuguese where that says nothing known. */
const texts: ReadonlyMap<string, string> = new Map([
  ['en', 'We do not take calls on this number. Please write your message here.'],
  ['es', 'No atendemos llamadas en este número. Escriba su mensaje por aquí, por favor.'],
]);
const inPortuguese = 'Não atendemos ligações neste número. Escreva a sua mensagem por aqui, por favor.';

/**
 * Answers a missed call with a request to write, once, where the company takes no calls: setting `call` on
 * `disabled`. Answers undefined where there is nothing to answer. Specification, secondary, section 2.
 */
export const answerCallCommand =
  (deps: CommandDeps, queue: (context: CommandContext, input: QueueMessageInput) => Promise<Outcome>) =>
  async (
    context: CommandContext,
    { messageId: callId }: { readonly messageId: string },
  ): Promise<Outcome | undefined> => {
    const { companyId, actor, principal: person } = context;
    const denied = refuseAccess({ action: 'message.queue', companyId, actor, person });
    if (denied) return denied;
    const { company, message, ticket } = deps.states;
    const [{ state: ours }, { state: call }] = await Promise.all([
      company.fresh(company.stream(companyId, companyId)),
      message.fresh(message.stream(companyId, callId)),
    ]);
    const { call: answers, language } = settingsOf(ours);
    if (ours.status !== 'active' || answers !== 'disabled') return undefined;
    if (call.status === 'none') return reject('ERR_NO_MESSAGE_FOUND');
    const { state: place } = await ticket.fresh(ticket.stream(companyId, call.ticketId));
    if (!isActive(place.status)) return undefined;
    const messageId = deriveId('answer-call', companyId, callId);
    const answered = await message.fresh(message.stream(companyId, messageId));
    if (answered.state.status !== 'none') return undefined;
    const body = texts.get(language) ?? inPortuguese;
    const outcome = await queue(context, { messageId, ticketId: call.ticketId, body, automatic: 'call' });
    return isRejection(outcome) && outcome.rejected === 'ERR_CREATING_MESSAGE' ? undefined : outcome;
  };
