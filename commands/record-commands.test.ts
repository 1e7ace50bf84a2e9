import { beforeEach, describe, expect, it } from 'vitest';
import { mostQuestions } from '#domain/questions/definition.ts';
import { records } from '#domain/records/records.ts';
import type { EventStore } from '#eventstore/types.ts';
import { handle } from './handle.ts';
import { newId } from './ids.ts';
import { createStates } from './states.ts';
import { createShop, type Shop } from './testing/shop.ts';
import { accepted, by, bySystem, createWorld, eventsOfType } from './testing/world.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
});

const create = (name: string, world: Pick<Shop, 'commands'> = shop) => {
  const tagId = newId();
  const outcome = world.commands.tag.create(by(shop.ana), { tagId, name, color: '#ff0000' });
  return { tagId, outcome };
};

describe('the name of a tag', () => {
  it('is one tag’s, whatever its capitals, until that is renamed or removed', async () => {
    const first = create('VIP');
    accepted(await first.outcome);
    const taken = { rejected: 'ERR_TAG_ALREADY_EXISTS', details: { tagId: first.tagId } };
    expect(await create('vip').outcome).toEqual(taken);
    const rename = { tagId: first.tagId, name: 'Ouro', color: '#ff0000' };
    accepted(await shop.commands.tag.change(by(shop.admin), rename));
    const second = create('vip');
    accepted(await second.outcome);
    expect(await shop.commands.tag.change(by(shop.ana), { ...rename, name: 'Vip' })).toMatchObject({
      rejected: 'ERR_TAG_ALREADY_EXISTS',
    });
    accepted(await shop.commands.tag.remove(by(shop.ana), second));
    accepted(await create('VIP').outcome);
  });
  it('goes to one of two who make it at once, in whatever process', async () => {
    for (let round = 0; round < 5; round += 1) {
      const elsewhere = createWorld(shop.store);
      const name = `Tag ${round}`;
      const outcomes = await Promise.all([create(name).outcome, create(name, elsewhere).outcome]);
      expect(outcomes.filter(outcome => 'rejected' in outcome)).toMatchObject([
        { rejected: 'ERR_TAG_ALREADY_EXISTS' },
      ]);
    }
    expect(await eventsOfType(shop.store, 'TagCreated')).toHaveLength(5);
  });
});
describe('questions, of which a company may have so many', () => {
  const fields = {
    ...({ startKind: 'opened', endKind: 'closed', clock: 'calendar', grouping: 'none' } as const),
    ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
  };
  const ask = (
    name: string,
    world: Pick<Shop, 'commands'> = shop,
    context = by(shop.admin),
    existing: readonly string[] = [],
  ) => {
    const questionId = newId();
    const input = { questionId, name, ...fields, existing };
    return { questionId, input, context, outcome: world.commands.question.create(context, input) };
  };
  const askWithoutPlace = async (name: string): Promise<string> => {
    const [id, context] = [newId(), by(shop.admin)];
    const asked = { id, userId: shop.admin.userId, mayShare: true };
    const { decide, actions } = records.question;
    const { outcome } = await handle(context, {
      ...{ states: createStates(shop.store).question, id, action: actions.create },
      decide: state => decide.create(asked, { name, ...fields }, state),
    });
    accepted(outcome);
    return id;
  };
  const full = { rejected: 'ERR_TOO_MANY_QUESTIONS', details: { most: mostQuestions } };
  const askSeveral = async (count: number) => {
    for (let number = 0; number < count; number += 1) accepted(await ask(`Question ${number}`).outcome);
  };

  it('are refused beyond that, also where two are asked at once, in whatever process', async () => {
    await askSeveral(mostQuestions - 1);
    const elsewhere = createWorld(shop.store);
    const outcomes = await Promise.all([ask('One').outcome, ask('Other', elsewhere).outcome]);
    expect(outcomes.filter(outcome => 'rejected' in outcome)).toEqual([full]);
    expect(await eventsOfType(shop.store, 'QuestionCreated')).toHaveLength(mostQuestions);
  });
  it('are asked again once one is gone, and under the name that was refused', async () => {
    await askSeveral(mostQuestions - 1);
    const last = ask('Last');
    accepted(await last.outcome);
    expect(await ask('One more').outcome).toEqual(full);
    accepted(await shop.commands.question.remove(by(shop.admin), last));
    accepted(await ask('One more').outcome);
    expect(await ask('Yet one').outcome).toEqual(full);
  });
  it('are answered the same when the call comes again, and changed where there are as many', async () => {
    await askSeveral(mostQuestions - 1);
    const { context, input, outcome } = ask('Last');
    accepted(await outcome);
    accepted(await createWorld(shop.store).commands.question.create(context, input));
    accepted(await shop.commands.question.change(by(shop.admin), { ...input, name: 'Renamed' }));
    expect(await eventsOfType(shop.store, 'QuestionCreated')).toHaveLength(mostQuestions);
  });
  it('are no matter of who has no right to ask, nor of what is no question', async () => {
    await askSeveral(mostQuestions);
    expect(await ask('Whatever', shop, by(shop.ana)).outcome).toMatchObject({
      rejected: 'ERR_NO_PERMISSION',
    });
    expect(await ask('x').outcome).toMatchObject({ rejected: 'ERR_VALIDATION' });
    expect(await ask('Question 1').outcome).toMatchObject({ rejected: 'ERR_QUESTION_ALREADY_EXISTS' });
  });
  it('take no place when they are refused for another reason', async () => {
    await askSeveral(mostQuestions - 1);
    expect(await ask('Question 1').outcome).toMatchObject({ rejected: 'ERR_QUESTION_ALREADY_EXISTS' });
    accepted(await ask('Last').outcome);
  });
  it('count that were there before there were places', async () => {
    const existing: string[] = [];
    for (let number = 1; number < mostQuestions; number += 1)
      existing.push(await askWithoutPlace(`Old question ${number}`));
    accepted(await ask('With a place').outcome);
    const answers = [
      ask('One', shop, by(shop.admin), existing),
      ask('Other', shop, by(shop.admin), existing),
    ];
    expect(await Promise.all(answers.map(({ outcome }) => outcome))).toEqual([full, full]);
    const [questionId = ''] = existing;
    accepted(await shop.commands.question.remove(by(shop.admin), { questionId }));
    accepted(await ask('One', shop, by(shop.admin), existing).outcome);
    expect(await ask('Other', shop, by(shop.admin), existing).outcome).toEqual(full);
  });
  it('take the place of one whose process ended before it was there', async () => {
    await askSeveral(mostQuestions - 1);
    const dying: EventStore = {
      ...shop.store,
      append: (stream, expected, events) =>
        stream.startsWith('question-')
          ? Promise.reject(new Error('the process ends'))
          : shop.store.append(stream, expected, events),
    };
    const { context, input, outcome } = ask('Never', createWorld(dying));
    await expect(outcome).rejects.toThrow('the process ends');
    accepted(await ask('Last').outcome);
    expect(await shop.commands.question.create(context, input)).toMatchObject({
      rejected: expect.any(String),
    });
    expect(await eventsOfType(shop.store, 'QuestionCreated')).toHaveLength(mostQuestions);
  });
});

it('a shortcode is one of each person’s, until that has another', async () => {
  const { commands, ana, bruno } = await createShop();
  const create = (who: typeof ana, shortcode: string) => {
    const quickMessageId = newId();
    const input = { quickMessageId, userId: who.userId, shortcode, message: 'Bom dia!' };
    return { ...input, outcome: commands.quickMessage.create(by(who), input) };
  };
  const first = create(ana, 'bom');
  accepted(await first.outcome);
  accepted(await create(bruno, 'bom').outcome);
  expect(await create(ana, 'BOM').outcome).toEqual({
    rejected: 'ERR_SHORTCODE_ALREADY_EXISTS',
    details: { quickMessageId: first.quickMessageId },
  });
  const { outcome: _, ...fields } = first;
  expect(await commands.quickMessage.change(by(bruno), { ...fields, userId: bruno.userId })).toMatchObject({
    rejected: 'ERR_NO_PERMISSION',
  });
  accepted(await commands.quickMessage.change(by(ana), { ...fields, shortcode: 'ola' }));
  accepted(await create(ana, 'bom').outcome);
});

describe('what a question names', () => {
  const fields = {
    ...({ startKind: 'opened', endKind: 'closed', clock: 'calendar', grouping: 'none' } as const),
    ...{ queueId: null, connectionId: null, attendantId: null, tagId: null },
  };
  it.each([
    ['queueId', 'ERR_NO_QUEUE_FOUND'],
    ['connectionId', 'ERR_NO_WAPP_FOUND'],
    ['attendantId', 'ERR_NO_USER_FOUND'],
    ['tagId', 'ERR_NO_TAG_FOUND'],
  ] as const)('is the company’s own: its %s', async (field, code) => {
    const [queueId, questionId, unknown] = [newId(), newId(), newId()];
    const queue = { name: 'Fora', color: '#112233', greetingMessage: '', outOfHoursMessage: '' };
    const theirs = { ...bySystem(), companyId: newId() };
    accepted(await shop.commands.queue.create(theirs, { queueId, ...queue }));
    const { question } = shop.commands;
    for (const id of field === 'queueId' ? [unknown, queueId] : [unknown]) {
      const refusal = { rejected: code, details: { [field]: id } };
      const given = { name: `De ${id}`, ...fields, [field]: id };
      expect(await question.create(by(shop.admin), { questionId: newId(), ...given })).toEqual(refusal);
      if (id === unknown)
        accepted(await question.create(by(shop.admin), { questionId, ...given, [field]: null }));
      expect(await question.change(by(shop.admin), { questionId, ...given })).toEqual(refusal);
      expect(await question.amend(by(shop.admin), { questionId, [field]: id })).toEqual(refusal);
      expect(await question.create(by(shop.ana), { questionId: newId(), ...given })).toMatchObject({
        rejected: 'ERR_NO_PERMISSION',
      });
    }
  });
  it('may be gone: it is asked about all history', async () => {
    const { tagId, outcome } = create('De antes');
    accepted(await outcome);
    accepted(await shop.commands.tag.remove(by(shop.admin), { tagId }));
    const given = { questionId: newId(), name: 'Com a tag', ...fields, tagId };
    accepted(await shop.commands.question.create(by(shop.admin), given));
  });
});
