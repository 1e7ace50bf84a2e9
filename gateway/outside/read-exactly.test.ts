import Fastify from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { exact } from '#contracts/exact.ts';
import type { App } from '../gateway.ts';
import { readExactly } from './read-exactly.ts';

const registering = (body: z.ZodType) => () => {
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  readExactly(app);
  app.post('/things', { schema: { body } }, async () => ({}));
};
const inner = { name: z.string() };

it.each([
  ['of its own', z.object(inner)],
  ['that may be missing', z.object(inner).nullish()],
  ['within another', exact({ thing: z.object(inner) })],
  ['in a list', exact({ things: z.array(z.object(inner)) })],
])('registers no call with a body that passes over fields: %s', (_where, body) => {
  expect(registering(body)).toThrow('POST /things would pass over fields');
});

it.each([
  ['one that has its fields and no others', exact(inner).nullish()],
  ['one within another', exact({ things: z.array(exact(inner)) })],
  ['one of any names', exact({ labels: z.record(z.string(), z.string()) })],
])('registers %s', (_which, body) => {
  expect(registering(body)).not.toThrow();
});
