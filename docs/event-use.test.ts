import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/catalogue.ts';
import { eventUse } from './event-use.ts';

const uses = eventUse();
const types = Object.values(catalogue).flatMap(schemas => Object.keys(schemas));

describe('what the event catalogue says of who writes and reads', () => {
  it.each(types)('finds who writes %s', type => {
    const { commands = [], alsoBy = [] } = uses.get(type) ?? {};
    expect([...commands, ...alsoBy]).not.toEqual([]);
  });

  it.each(types.filter(type => !(type in catalogue.claim)))('finds who reads %s, or leaves it out', type => {
    const { readers = [], ignoredBy = [] } = uses.get(type) ?? {};
    expect([...readers, ...ignoredBy]).not.toEqual([]);
  });

  it('follows a decision through commands, policies and the connector', () => {
    expect(uses.get('TicketReturned')).toMatchObject({
      deciders: ['returnTicket', 'returnTicketOf'],
      commands: [
        { name: 'ticket.return', givenBy: expect.arrayContaining(['gateway']) },
        { name: 'ticket.returnOf', givenBy: ['policy return-tickets'] },
      ],
      readers: expect.arrayContaining(['projection inbox', 'policy return-tickets']),
    });
    const opened = uses.get('TicketOpened')?.commands.map(({ name }) => name);
    expect(opened).toEqual(expect.arrayContaining(['ticket.open', 'message.receive']));
    expect(uses.get('MessageQueued')?.readers).toContain('connector');
    expect(uses.get('KeyClaimed')?.alsoBy).toContain('commands/claims.ts');
  });

  it('does not take a rule for used by a command that has nothing to do with it', () => {
    expect(
      uses
        .get('TicketAccepted')
        ?.commands.map(({ name }) => name)
        .toSorted(),
    ).toEqual([...['ticket.accept', 'ticket.reopen']]);
    expect(uses.get('UserCreated')?.commands.map(({ name }) => name)).toEqual(['user.create']);
  });
});
