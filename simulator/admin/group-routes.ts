import type { Simulator } from '../simulator.ts';
import { nowSeconds } from '../simulator.ts';
import { changeGroup, createGroup } from '../stanzas/group-changes.ts';
import { NotFound, ValidationFailed } from './errors.ts';
import { requirePerson } from './people-routes.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';
import { seesGroup } from './scope.ts';

/** Groups: making them and everything that happens to them but messages. */
export function groupRoutes(simulator: Simulator): Route[] {
  return [
    {
      method: 'GET',
      path: '/groups',
      answer: ({ scope }) => simulator.groups.all().filter(each => seesGroup(simulator, scope, each)),
    },
    { method: 'POST', path: '/groups', answer: request => create(simulator, request) },
    { method: 'POST', path: '/groups/:jid/changes', answer: request => change(simulator, request) },
  ];
}

async function create(simulator: Simulator, request: AdminRequest) {
  const { id, subject, members } = schemas.newGroup.parse(request.body);
  const [author] = members.map(member => requirePerson(simulator, request, member));
  if (!author) throw new NotFound('a group has members');
  const jid = id ?? `1203630${Date.now()}@g.us`;
  const known = simulator.groups.byJid(jid);
  if (known && !seesGroup(simulator, request.scope, known))
    throw new ValidationFailed('another company has this group');
  const group = createGroup(simulator, author, { jid, subject, created: nowSeconds(), members });
  await simulator.store.durable();
  return group;
}

async function change(simulator: Simulator, request: AdminRequest) {
  const { params, body, scope } = request;
  const { by, ...asked } = schemas.groupChange.parse(body);
  const group = simulator.groups.byJid(params.jid ?? '');
  if (!group || !seesGroup(simulator, scope, group)) throw new NotFound(`no group ${params.jid}`);
  if ('members' in asked) for (const member of asked.members) requirePerson(simulator, request, member);
  const changed = changeGroup(simulator, requirePerson(simulator, request, by), group, asked);
  await simulator.store.durable();
  return changed;
}
