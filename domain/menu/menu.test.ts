import { describe, expect, it } from 'vitest';
import { idOf } from '../testing/ids.ts';
import {
  type AskedStep,
  answerMenu,
  beginMenu,
  choicesAt,
  leaveMenu,
  type Menu,
  type MenuOutcome,
  type MenuStep,
} from './menu.ts';

const [sales, support, billing, copy, paid] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const options = [
  { id: billing, parentId: null, title: 'Boletos', message: 'Sobre boletos:' },
  { id: paid, parentId: null, title: 'Já paguei', message: 'Obrigado!' },
  { id: copy, parentId: billing, title: '2ª via', message: 'Enviaremos a 2ª via.' },
];
const supportQueue = { id: support, name: 'Suporte Técnico', greeting: 'Aqui é o suporte.', options: [] };
const salesQueue = { id: sales, name: 'Vendas', greeting: 'Aqui é vendas.', options };
const both: Menu = { greeting: 'Olá, somos a Loja.', queues: [supportQueue, salesQueue] };

const toQueues = '*1* - Suporte Técnico\n*2* - Vendas';
const toOptions = '*1* - Boletos\n*2* - Já paguei\n*#* - Voltar ao início';
const atTop: MenuStep = { queueId: null, optionId: null, wrong: 0 };
const inSales: MenuStep = { queueId: sales, optionId: null, wrong: 0 };
const inBilling: MenuStep = { queueId: sales, optionId: billing, wrong: 0 };

const begin = (menu: Menu) => beginMenu(menu, 'pt-BR');
const answer = (step: AskedStep, said: string, menu = both) => answerMenu(menu, step, said, 'pt-BR');
const waits = (queueId: string | null, reason: string, ...texts: { kind: string; body: string }[]) => ({
  texts,
  step: null,
  goesTo: { queueId, reason },
});
const stays = (step: MenuStep, kind: string, body: string) => ({
  texts: [{ kind, body }],
  step,
  goesTo: null,
});

describe('somebody writes first', () => {
  it('is greeted by the connection and asked which queue, where there are several', () => {
    expect(begin(both)).toEqual(stays(atTop, 'greeting', `Olá, somos a Loja.\n\n${toQueues}`));
  });
  it('is greeted once by the only queue, and waits there', () => {
    expect(begin({ ...both, queues: [supportQueue] })).toEqual(
      waits(support, 'chosen', { kind: 'greeting', body: 'Aqui é o suporte.' }),
    );
  });
  it('is greeted by the connection where the only queue has no greeting, and by nobody where neither has', () => {
    const silent = { ...supportQueue, greeting: ' ' };
    const greeting = { kind: 'greeting', body: 'Olá, somos a Loja.' };
    expect(begin({ ...both, queues: [silent] })).toEqual(waits(support, 'chosen', greeting));
    expect(begin({ greeting: '', queues: [silent] })).toEqual(waits(support, 'chosen'));
  });
  it('is asked at once for an option of the only queue', () => {
    const menu = { ...both, queues: [salesQueue] };
    const body = 'Aqui é vendas.\n\n*1* - Boletos\n*2* - Já paguei';
    expect(begin(menu)).toEqual(stays(inSales, 'greeting', body));
  });
  it('is greeted where there is no queue, and waits in none', () => {
    const greeting = { kind: 'greeting', body: 'Olá, somos a Loja.' };
    expect(begin({ ...both, queues: [] })).toEqual(waits(null, 'chosen', greeting));
  });
});

describe('the answer to the queues', () => {
  const chosen = waits(support, 'chosen', { kind: 'greeting', body: 'Aqui é o suporte.' });
  it.each(['1', ' 1 ', '01', '1.', '[1]', '1️⃣', '１', 'Suporte Técnico', 'suporte  tecnico'])(
    '%j chooses the first, which greets once',
    said => {
      expect(answer(atTop, said)).toEqual(chosen);
    },
  );
  it('leads to the options of the queue that has some', () => {
    expect(answer(atTop, '2')).toEqual(stays(inSales, 'greeting', `Aqui é vendas.\n\n${toOptions}`));
  });
  it.each(['', '0', '3', '12', 'oi', '1 ou 2', '-1', '1e0', toQueues])('%j is invalid', said => {
    expect(answer(atTop, said)).toMatchObject({ step: { ...atTop, wrong: 1 }, texts: [{ kind: 'hint' }] });
  });
});

describe('the answer to the options', () => {
  it('leads to those below, and from one without any to people in that queue', () => {
    const body = 'Sobre boletos:\n\n*1* - 2ª via\n*#* - Voltar ao início';
    expect(answer(inSales, '1')).toEqual(stays(inBilling, 'menu', body));
    const said = { kind: 'menu', body: 'Enviaremos a 2ª via.' };
    expect(answer(inBilling, '2a VIA')).toEqual(waits(sales, 'leaf', said));
  });
  it('leads back to the top with #', () => {
    expect(answer(inBilling, ' # ')).toEqual(stays(atTop, 'menu', toQueues));
    const lone = { ...both, queues: [salesQueue] };
    expect(answer(inBilling, '#', lone)).toEqual(stays(inSales, 'menu', '*1* - Boletos\n*2* - Já paguei'));
  });
});

describe('an invalid answer', () => {
  const said = (...answers: readonly string[]): MenuOutcome => {
    let last = begin(both);
    for (const each of answers) last = last.step ? answer(last.step, each) : last;
    return last;
  };
  it('gets a hint with the options twice, and the third goes to the first queue', () => {
    expect(said('oi').texts[0]?.body).toBe(
      `Não entendi. Responda com o número de uma das opções:\n\n${toQueues}`,
    );
    expect(said('oi', 'oi').texts[0]?.body).toContain(toQueues);
    expect(said('oi', 'oi', 'oi')).toEqual(waits(support, 'invalid'));
  });
  it('is forgotten by a valid one', () => {
    expect(said('oi', 'oi', '2', 'oi').step).toEqual({ ...inSales, wrong: 1 });
  });
  it('goes to the queue that was chosen', () => {
    expect(said('2', 'oi', 'oi', 'oi')).toEqual(waits(sales, 'invalid'));
  });
});

describe('a menu that was changed meanwhile', () => {
  it('begins again at the top where the step is gone', () => {
    for (const step of [
      { ...inSales, queueId: idOf(9) },
      { ...inBilling, optionId: idOf(9) },
    ])
      expect(answer(step, '1')).toEqual(stays(atTop, 'menu', toQueues));
    const without = { ...both, queues: [supportQueue, { ...salesQueue, options: [] }] };
    expect(answer(inSales, '1', without).step).toEqual(atTop);
  });
  it('is over where nothing is left to choose', () => {
    expect(answer(atTop, '2', { ...both, queues: [supportQueue] })).toEqual(waits(support, 'chosen'));
    expect(answer(atTop, '2', { greeting: '', queues: [] })).toEqual(waits(null, 'chosen'));
  });
});

describe('the list that a contact was sent', () => {
  const [added, offered] = [{ ...supportQueue, id: idOf(9), name: 'Financeiro' }, choicesAt(both, atTop)];
  const changed: Menu = { ...both, queues: [added, { ...salesQueue, name: 'Loja' }, supportQueue] };
  it('is what an answer is read against, by its numbers and its names', () => {
    const asked = { ...atTop, offered };
    for (const said of ['2', 'vendas']) expect(answer(asked, said, changed)).toMatchObject({ step: inSales });
    expect(answer(asked, '1', changed)).toMatchObject({ goesTo: { queueId: support } });
    for (const said of ['3', 'loja', 'financeiro'])
      expect(answer(asked, said, changed)).toMatchObject({ step: { wrong: 1 } });
  });
  it('is as it is now where the answer chooses nothing, or what is gone', () => {
    const asked = { ...atTop, offered };
    const now = '*1* - Financeiro\n*2* - Loja\n*3* - Suporte Técnico';
    expect(answer(asked, 'oi', changed).texts[0]?.body).toContain(now);
    const without: Menu = { ...both, queues: [added, supportQueue] };
    const list = '*1* - Financeiro\n*2* - Suporte Técnico';
    expect(answer(asked, '2', without)).toEqual(stays(atTop, 'menu', list));
  });
  it('of options is kept the same', () => {
    const asked = { ...inSales, offered: choicesAt(both, inSales) };
    const turned: Menu = {
      ...both,
      queues: [supportQueue, { ...salesQueue, options: options.toReversed() }],
    };
    expect(answer(asked, '2', turned)).toEqual(waits(sales, 'leaf', { kind: 'menu', body: 'Obrigado!' }));
  });
});

describe('an option without a text, and none below it', () => {
  const silent = options.map(each => (each.id === paid ? { ...each, message: ' ' } : each));
  const menu = (greeting: string): Menu => ({
    ...both,
    queues: [supportQueue, { ...salesQueue, greeting, options: silent }],
  });
  it('says the greeting of its queue', () => {
    const greeting = { kind: 'greeting', body: 'Aqui é vendas.' };
    expect(answer(inSales, '2', menu('Aqui é vendas.'))).toEqual(waits(sales, 'leaf', greeting));
    expect(answer(inSales, '2', menu(' '))).toEqual(waits(sales, 'leaf'));
  });
});

describe('out of the menu without an answer', () => {
  it('waits in the first queue, or in the one that was chosen', () => {
    expect(leaveMenu(both, atTop, 'silence')).toEqual(waits(support, 'silent'));
    expect(leaveMenu(both, atTop, 'too many texts')).toEqual(waits(support, 'limited'));
    expect(leaveMenu(both, inBilling, 'taken out')).toEqual(waits(sales, 'taken-out'));
    expect(leaveMenu({ greeting: '', queues: [] }, atTop, 'silence')).toEqual(waits(null, 'silent'));
  });
});

it('speaks the language of the company', () => {
  expect(answerMenu(both, atTop, 'oi', 'es').texts[0]?.body).toContain('No entendí.');
  expect(answerMenu(both, atTop, '2', 'en').texts[0]?.body).toContain('Back to the start');
});
