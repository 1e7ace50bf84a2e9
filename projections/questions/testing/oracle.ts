import type { Happening, QuestionDefinition } from '#domain/questions/definition.ts';
import type { Recorded } from '#eventstore/types.ts';
import { oracleHours } from '../../dashboard/testing/oracle-hours.ts';

type Moment = {
  readonly what: Happening;
  readonly at: string;
  readonly queue: string | null;
  readonly connection: string;
  readonly user: string | null;
  readonly tags: readonly string[];
  readonly added: readonly string[];
};
type Closing = { readonly what: 'over' };
type Answer = {
  readonly ticketId: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly ms: number;
  readonly queueId: string | null;
  readonly connectionId: string;
  readonly userId: string | null;
};

/** Of each story once: it is slow. */
const hoursOf = new WeakMap<readonly Recorded[], ReturnType<typeof oracleHours>>();

/**
 * What the answers to a question must be: a slow and obvious reading of all events, ticket by ticket. It shares nothing
 * with what computes them but what docs/questions.md says.
 */
export const answersIn = (events: readonly Recorded[], question: QuestionDefinition): readonly Answer[] => {
  const tickets = events.flatMap(event => (event.type === 'TicketOpened' ? [event.data.ticketId] : []));
  const business = hoursOf.get(events) ?? oracleHours(events);
  hoursOf.set(events, business);
  return tickets
    .flatMap(ticketId => answersOf(ticketId, momentsOf(ticketId, events), question))
    .map(answer => ({
      ...answer,
      ms:
        question.clock === 'business'
          ? business(Date.parse(answer.startedAt), Date.parse(answer.endedAt), answer.queueId)
          : answer.ms,
    }));
};

const answersOf = (
  ticketId: string,
  groups: readonly (readonly (Moment | Closing)[])[],
  question: QuestionDefinition,
): readonly Answer[] => {
  const answers: Answer[] = [];
  let since: string | null = null;
  const fits = (what: Happening, moment: Moment) =>
    moment.what === what &&
    (what !== 'tagged' || question.tagId === null || moment.added.includes(question.tagId));
  for (const group of groups) {
    const moments = group.filter(each => each.what !== 'over');
    const end = since === null ? undefined : moments.find(moment => fits(question.endKind, moment));
    if (end && since !== null) {
      const wanted = [
        question.queueId === null || question.queueId === end.queue,
        question.connectionId === null || question.connectionId === end.connection,
        question.attendantId === null || question.attendantId === end.user,
        question.tagId === null || end.tags.includes(question.tagId),
      ];
      if (wanted.every(Boolean))
        answers.push({
          ...{ ticketId, startedAt: since, endedAt: end.at, userId: end.user },
          ms: Math.max(0, Date.parse(end.at) - Date.parse(since)),
          ...{ queueId: end.queue, connectionId: end.connection },
        });
      since = null;
    }
    if (group.some(({ what }) => what === 'over')) since = null;
    const start = moments.find(moment => fits(question.startKind, moment));
    if (start && since === null) since = start.at;
  }
  return answers;
};

/** What happened to a ticket: a group for each event. */
const momentsOf = (
  ticketId: string,
  events: readonly Recorded[],
): readonly (readonly (Moment | Closing)[])[] => {
  let [queue, user, connection]: [string | null, string | null, string] = [null, null, ''];
  let tags: readonly string[] = [];
  let [attended, isGroup, isOver] = [false, false, false];
  const groups: (Moment | Closing)[][] = [];
  for (const event of events) {
    if (!('ticketId' in event.data) || event.data.ticketId !== ticketId) continue;
    const group: (Moment | Closing)[] = [];
    const { actor } = event.metadata;
    const doer = actor.kind === 'user' ? actor.id : null;
    const at = new Date(event.metadata.at).toISOString();
    const tell = (what: Happening, more: Partial<Moment> = {}) => {
      if (attended) group.push({ what, at, queue, connection, user, tags, added: [], ...more });
    };
    const queued = () => {
      if (queue !== null) tell('enteredQueue', { user: null });
    };
    if (event.type === 'TicketOpened') {
      ({ queueId: queue, userId: user, connectionId: connection, isGroup } = event.data);
      attended = !isGroup && event.data.status !== 'closed';
      isOver = event.data.status === 'closed';
      tell('opened');
      if (user) tell('accepted');
      else queued();
    } else if (event.type === 'TicketAccepted') {
      ({ queueId: queue, userId: user } = event.data);
      tell('accepted');
    } else if (event.type === 'TicketReturned') {
      tell('returned');
      user = null;
      queued();
    } else if (event.type === 'TicketTransferred') {
      tell('transferred', { user: user ?? doer });
      ({ queueId: queue, userId: user } = event.data);
      if (!user) queued();
    } else if (event.type === 'TicketMenuStepped') {
      queue = event.data.queueId;
      user = null;
    } else if (event.type === 'TicketMenuLeft') {
      queue = event.data.queueId;
      user = null;
      queued();
    } else if (event.type === 'TicketReopened') {
      ({ queueId: queue, connectionId: connection } = event.data);
      [user, attended, isOver] = [null, !isGroup, false];
      tell('reopened', { user: doer });
      queued();
    } else if (event.type === 'TicketTagged') {
      const added = event.data.tagIds.filter(id => !tags.includes(id));
      tags = event.data.tagIds;
      if (added.length > 0) tell('tagged', { user: doer, added });
    } else if (event.type === 'TicketClosed') {
      tell('closed', { user: event.data.userId ?? doer ?? user });
      group.push({ what: 'over' });
      isOver = true;
    } else if (event.type === 'TicketDeleted') {
      group.push({ what: 'over' });
      isOver = true;
    } else if (event.type === 'TicketRated') {
      tell('rated', { user: event.data.userId });
    } else if (event.type === 'MessageQueued') {
      const { userId, automatic } = event.data;
      if (userId && !automatic) tell('personAnswered', { user: userId });
    } else if (event.type === 'MessageReceived') {
      const { history, answers, waKey } = event.data;
      if (!history && !answers && !waKey.fromMe && !isOver) tell('customerWrote');
    } else if (event.type === 'MessageMoved') {
      const came = events.find(
        each => each.type === 'MessageReceived' && each.data.messageId === event.data.messageId,
      );
      if (came?.type === 'MessageReceived' && !came.data.waKey.fromMe)
        tell('customerWrote', { at: new Date(came.metadata.at).toISOString() });
    }
    groups.push(group);
  }
  return groups;
};
