import { drawAvatar } from '../media/pictures.ts';
import type { Simulator } from '../simulator.ts';
import { type Call, endCall, offerCall } from '../stanzas/calls.ts';
import { linkContactDevice, reinstall, unlinkContactDevice } from '../stanzas/contact-devices.ts';
import { sendLidMappings } from '../stanzas/lid-migration.ts';
import { changePresence, showActivity } from '../stanzas/presence.ts';
import { changePicture } from '../stanzas/profile.ts';
import type { Person } from '../state/people.ts';
import { NotFound, ValidationFailed } from './errors.ts';
import { describeContact, personOf, requirePerson } from './people-routes.ts';
import type { AdminRequest, Route } from './router.ts';
import * as schemas from './schemas.ts';
import { type Scope, seesGroup, seesPerson } from './scope.ts';

/** What people do beside writing: call, type, come and go, change their picture, their devices, block. */
export function socialRoutes(simulator: Simulator): Route[] {
  const post = (path: string, answer: Route['answer']): Route => ({ method: 'POST', path, answer });
  return [
    { method: 'GET', path: '/calls', answer: ({ scope }) => callsOf(simulator, scope) },
    post('/contacts/:number/calls', request => {
      const { to, video } = schemas.newCall.parse(request.body);
      const called = requirePerson(simulator, request, to, 'phone');
      return offerCall(simulator, personOf(simulator, request), called.number, video);
    }),
    post('/calls/:id/end', ({ params, body, scope }) => {
      const call = callsOf(simulator, scope).find(({ id }) => id === params.id);
      if (!call) throw new NotFound(`no call ${params.id}`);
      endCall(simulator, call, schemas.callEnd.parse(body).how);
      return call;
    }),
    post('/contacts/:number/typing', request => type(simulator, request)),
    { method: 'PUT', path: '/contacts/:number/presence', answer: request => appear(simulator, request) },
    { method: 'PUT', path: '/contacts/:number/picture', answer: request => dress(simulator, request) },
    post('/contacts/:number/blocks', async request => {
      const { number, on } = schemas.block.parse(request.body);
      const owner = personOf(simulator, request).number;
      simulator.blocks.set(owner, requirePerson(simulator, request, number).number, on);
      simulator.changes.emit({ type: 'contact', number: owner });
      await simulator.store.durable();
      return { blocked: simulator.blocks.list(owner) };
    }),
    post('/contacts/:number/devices', request =>
      linkContactDevice(simulator, personOf(simulator, request, 'contact')),
    ),
    {
      method: 'DELETE',
      path: '/contacts/:number/devices/:device',
      answer: async request => {
        const contact = personOf(simulator, request, 'contact');
        await unlinkContactDevice(simulator, contact, Number(request.params.device));
        return describeContact(simulator, contact);
      },
    },
    post('/contacts/:number/reinstall', async request => {
      await reinstall(simulator, personOf(simulator, request, 'contact'));
      return {};
    }),
    post('/phones/:number/lid-mappings', async request => {
      await sendLidMappings(simulator, personOf(simulator, request, 'phone'));
      return {};
    }),
  ];
}

function callsOf(simulator: Simulator, scope: Scope): Call[] {
  const sees = (number: string) => seesPerson(scope, simulator.people.byNumber(number));
  return [...simulator.calls.values()].filter(
    ({ from, to }) => scope === undefined || sees(from) || sees(to),
  );
}

function type(simulator: Simulator, request: AdminRequest) {
  const { to, on, recording } = schemas.typing.parse(request.body);
  const activity = !on ? 'paused' : recording ? 'recording' : 'composing';
  const group = simulator.groups.byJid(to);
  const chat =
    group && seesGroup(simulator, request.scope, group)
      ? group.jid
      : requirePerson(simulator, request, to, 'phone').number;
  showActivity(simulator, personOf(simulator, request), chat, activity);
  return {};
}

async function appear(simulator: Simulator, request: AdminRequest) {
  const { number, presence } = personOf(simulator, request);
  const { available, lastSeen } = schemas.presence.parse(request.body);
  const kept = lastSeen === undefined ? presence.lastSeen : (lastSeen ?? undefined);
  simulator.people.setPresence(number, { available, lastSeen: kept });
  const contact = requirePerson(simulator, request, number);
  changePresence(simulator, contact);
  await simulator.store.durable();
  return describeContact(simulator, contact);
}

async function dress(simulator: Simulator, request: AdminRequest) {
  const contact = personOf(simulator, request);
  const { picture } = schemas.picture.parse(request.body);
  changePicture(simulator, contact, await store(simulator, contact, picture));
  simulator.changes.emit({ type: contact.kind === 'phone' ? 'phone' : 'contact', number: contact.number });
  await simulator.store.durable();
  return describeContact(simulator, requirePerson(simulator, request, contact.number));
}

async function store(
  { pictures }: Simulator,
  { name, number }: Person,
  picture: schemas.PictureBody,
): Promise<string | undefined> {
  if (picture === null) return undefined;
  if ('url' in picture) return picture.url;
  if ('drawn' in picture) return pictures.put(drawAvatar(name, number));
  return pictures.put(Buffer.from(picture.base64, 'base64')).catch(() => {
    throw new ValidationFailed('this is no picture');
  });
}
