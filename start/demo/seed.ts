import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome, Principal } from '#commands/context.ts';
import { isRejection } from '#domain/shared/decision.ts';
import type { SimulatorApi } from './pairing.ts';
import {
  addressBook,
  commandId,
  companyId,
  companyName,
  connectionId,
  connectionName,
  contacts,
  type DemoUser,
  phone,
  queues,
  users,
} from './records.ts';

export const principalOf = (user: DemoUser): Principal => ({ ...user, companyId });

/** Context of one of the demo's commands: the same name gives the same command id, so a repeat does nothing. */
export const contextOf = (name: string, user?: DemoUser): CommandContext => ({
  companyId,
  commandId: commandId(name),
  at: new Date().toISOString(),
  actor: user ? { kind: 'user', id: user.userId } : { kind: 'system' },
  principal: user ? principalOf(user) : null,
});

/** Throws when the demo's own command is refused, except with a code that says it is so already. */
export const must = async (outcome: Promise<Outcome>): Promise<void> => {
  const result = await outcome;
  if (isRejection(result)) throw new Error(`the demo's command was refused: ${result.rejected}`);
};

/** Company, users, queues, connection and contacts of the demo, by commands. `passwordOf` stores credentials. */
export const seedRecords = async (
  commands: Commands,
  simulator: SimulatorApi,
  setPassword: (user: { userId: string; companyId: string }) => Promise<void>,
): Promise<void> => {
  const inTenYears = new Date(Date.now() + 10 * 365 * 86_400_000).toISOString();
  await must(
    commands.company.create(contextOf('company'), {
      companyId,
      name: companyName,
      email: users.admin.email,
      phone: phone.number,
      dueDate: inTenYears,
      recurrence: 'MENSAL',
      status: true,
      campaignsEnabled: true,
    }),
  );
  for (const queue of Object.values(queues))
    await must(
      commands.queue.create(contextOf(`queue ${queue.name}`), {
        ...queue,
        greetingMessage: '',
        outOfHoursMessage: '',
      }),
    );
  for (const user of Object.values(users)) {
    await setPassword({ userId: user.userId, companyId });
    await must(
      commands.user.create(contextOf(`user ${user.email}`), {
        ...user,
        queueIds: [...user.queueIds],
        connectionIds: [],
      }),
    );
  }
  await must(
    commands.connection.create(contextOf('connection'), {
      connectionId,
      name: connectionName,
      provider: 'simulator',
      isDefault: true,
      queueIds: Object.values(queues).map(queue => queue.queueId),
      greetingMessage: 'Olá! Já vamos atender você.',
      complationMessage: '',
      outOfHoursMessage: '',
      ratingMessage: '',
    }),
  );
  await seedPeople(commands, simulator);
};

const seedPeople = async (commands: Commands, simulator: SimulatorApi): Promise<void> => {
  await simulator.addPhone(phone);
  for (const contact of Object.values(contacts)) {
    await simulator.addContact({ number: contact.number, name: contact.name });
    await must(
      commands.contact.create(contextOf(`contact ${contact.number}`), {
        ...contact,
        lid: null,
        email: null,
        isGroup: false,
      }),
    );
  }
  for (const saved of addressBook) {
    await simulator.addContact(saved);
    await simulator.saveAddress(phone.number, saved);
  }
};
