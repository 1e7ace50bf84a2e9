import type { Simulator } from '../simulator.ts';
import { nowSeconds } from '../simulator.ts';
import { changeGroup, createGroup } from '../stanzas/group-changes.ts';
import { NotFound } from './errors.ts';
import { requirePerson } from './people-routes.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';

/** Groups: making them and everything that happens to them but messages. */
export function groupRoutes(simulator: Simulator): Route[] {
  return [
    { method: 'GET', path: '/groups', answer: () => simulator.groups.all() },
    { method: 'POST', path: '/groups', answer: request => create(simulator, request) },
    { method: 'POST', path: '/groups/:jid/changes', answer: request => change(simulator, request) },
  ];
}

async function create(simulator: Simulator, { body }: AdminRequest) {
  const { id, subject, members } = schemas.newGroup.parse(body);
  const [author] = members.map(member => requirePerson(simulator, member));
  if (!author) throw new NotFound('a group has members');
  const jid = id ?? `1203630${Date.now()}@g.us`;
  const group = createGroup(simulator, author, { jid, subject, created: nowSeconds(), members });
  await simulator.store.durable();
  return group;
}

async function change(simulator: Simulator, { params, body }: AdminRequest) {
  const { by, ...asked } = schemas.groupChange.parse(body);
  const group = simulator.groups.byJid(params.jid ?? '');
  if (!group) throw new NotFound(`no group ${params.jid}`);
  if ('members' in asked) for (const member of asked.members) requirePerson(simulator, member);
  const changed = changeGroup(simulator, requirePerson(simulator, by), group, asked);
  await simulator.store.durable();
  return changed;
}
