import { z } from 'zod';
import { line } from '#domain/shared/fields.ts';
import { profiles } from '#domain/user/events.ts';
import { pageQuery } from './records.ts';
import { userView } from './views.ts';

/**
 * The calls about users, under /api. GET /users answers a page of accounts, an admin's; GET /users/list names alone,
 * for choosing somebody. GET /users/{id} answers one: an admin any, others their own. POST, PUT and DELETE make,
 * change and remove; DELETE /users/{id}/sessions logs out everywhere. Specification, core, sections 5 and 7.
 */
export const usersQuery = pageQuery;

/** Whether a person is there: a sign of life within the last minutes, and a live socket. */
export const userRow = userView.extend({ online: z.boolean() });
export type UserRow = z.output<typeof userRow>;
export const usersAnswer = z.object({
  users: z.array(userRow),
  hasMore: z.boolean(),
  count: z.number().int(),
});

export const userNameView = z.object({ id: z.uuid(), name: z.string(), queueIds: z.array(z.uuid()) });
export type UserNameView = z.output<typeof userNameView>;
/** GET /users/list: with `searchParam` those whose name has it; without pages all of them. */
export const userListAnswer = z.object({ users: z.array(userNameView), hasMore: z.boolean() });

/** What a form lets choose. */
export const profileChoices = profiles;

const ids = z.array(z.uuid()).max(500);
const name = line(2, 50).input;
const email = z.string().trim().toLowerCase().pipe(z.email().max(200));
/** Core, section 5; shorter than is advised. */
export const passwordRule = z.string().min(5).max(50);
/** A field of a form that was left empty. */
const none = z.literal('').transform(() => undefined);

const common = { name, email, profile: z.enum(profiles), queueIds: ids, whatsappIds: ids };

export const createUserBody = z.object({
  ...common,
  password: passwordRule,
  queueIds: ids.default([]),
  whatsappIds: ids.default([]),
  analyst: z.boolean().default(false),
});

/**
 * What is left out stays. Whoever changes the own password, or the own e-mail, gives the present password, else
 * ERR_WRONG_PASSWORD.
 */
export const changeUserBody = z.object({
  ...z.object(common).partial().shape,
  analyst: z.boolean().optional(),
  password: z.union([passwordRule, none]).nullish(),
  currentPassword: z.string().max(200).nullish(),
});

/** What a form of a user asks for; a password only of a new one. */
export const userForm = z.object({
  ...common,
  analyst: z.boolean(),
  password: z
    .string()
    .max(50)
    .refine(({ length }) => length === 0 || length >= 5, { error: 'Too short' }),
  currentPassword: z.string().max(200),
});
export const newUserForm = userForm.extend({ password: passwordRule });
export const profileForm = userForm.pick({ name: true, email: true, password: true, currentPassword: true });
