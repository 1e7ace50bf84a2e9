import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { App } from '../gateway.ts';
import { describeApi } from './openapi.ts';
import { answerHeaders } from './security-headers.ts';

it('allows the styles that Swagger UI puts into its page, and nothing else inline nor from elsewhere', async () => {
  const app: App = Fastify();
  const setHeaders = answerHeaders(undefined);
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
  await describeApi(app, '1');
  const policy = String((await app.inject('/docs')).headers['content-security-policy']);
  const { body: script } = await app.inject('/docs/static/swagger-ui-standalone-preset.js');
  const styles = [...script.matchAll(/createElement\("style",null,"([^"]+)"\)/g)].map(
    ([, text = '']) => text,
  );
  expect(styles.length).toBeGreaterThan(0);
  const hashes = styles.map(text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(policy).toContain(`style-src 'self' ${hashes.join(' ')};`);
  expect(policy).not.toMatch(/unsafe|https?:|upgrade/);
  expect((await app.inject('/')).headers['content-security-policy']).not.toContain('sha256');
  await app.close();
});
