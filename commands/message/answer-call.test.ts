import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../context.ts';
import { newId } from '../ids.ts';
import {
  accepted,
  byConnection,
  bySystem,
  companyId,
  createWorld,
  eventsOfType,
  inbound,
} from '../testing/world.ts';

const byPolicy = (): CommandContext => ({ ...bySystem(), actor: { kind: 'policy', name: 'answer-calls' } });

/** A company with this setting that was called once. */
const called = async (value: string | undefined, language?: string) => {
  const { store, commands } = createWorld();
  const company = { name: 'Acme', email: 'a@b.c', phone: null, dueDate: null, status: true };
  const created = { companyId, recurrence: 'MENSAL' as const, campaignsEnabled: false, ...company };
  accepted(await commands.company.create(bySystem(), created));
  if (value) accepted(await commands.company.changeSetting(bySystem(), { key: 'call', value }));
  if (language)
    accepted(await commands.company.changeSetting(bySystem(), { key: 'language', value: language }));
  const call = inbound({ mediaType: 'call_log', body: '' });
  accepted(await commands.message.receive(byConnection(), call));
  const messageId = commands.message.inboundId(companyId, call.connectionId, call.waKey);
  const answer = () => commands.message.answerCall({ ...byPolicy(), commandId: newId() }, { messageId });
  return { answer, commands, queued: () => eventsOfType(store, 'MessageQueued'), store };
};

describe('a missed call', () => {
  it('is answered once where the company takes no calls', async () => {
    const { answer, queued } = await called('disabled');
    await answer();
    await answer();
    const answers = await queued();
    expect(answers).toHaveLength(1);
    expect(answers[0]?.data).toMatchObject({ userId: null, mediaType: 'text' });
  });
  it.each([
    ['en', 'We do not take calls'],
    ['es', 'No atendemos llamadas'],
    ['pt-BR', 'Não atendemos ligações'],
    [undefined, 'Não atendemos ligações'],
  ])('is answered in the company’s language (%s)', async (language, words) => {
    const { answer, queued } = await called('disabled', language);
    await answer();
    const [event] = await queued();
    expect(event?.data).toMatchObject({ body: expect.stringContaining(words) });
  });
  it.each([undefined, 'enabled'])('is not answered with the setting %s', async value => {
    const { answer, queued } = await called(value);
    expect(await answer()).toBeUndefined();
    expect(await queued()).toEqual([]);
  });
  it('is not answered any more once its ticket is closed', async () => {
    const { answer, commands, queued, store } = await called('disabled');
    const [opened] = await eventsOfType(store, 'TicketOpened');
    accepted(await commands.ticket.close(bySystem(), { ticketId: opened?.entityId ?? '', justClose: true }));
    expect(await answer()).toBeUndefined();
    expect(await queued()).toEqual([]);
  });
});
