import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { sendOutsideBody } from '#contracts/outside-messages.ts';
import { codeLanguages, exampleCode } from './example-code.ts';
import { shownCalls } from './shown-calls.ts';

const calls = shownCalls({
  ...{ text: "Seu pedido saiu d'aqui!", caption: 'Segue o boleto' },
  ...{ order: 'pedido', invoice: 'boleto', photo: 'foto' },
});
const own = { origin: 'https://balcao.exemplo.com.br', token: 'blc_4fQz-1', placeholder: 'SEU_TOKEN' };
const all = codeLanguages.flatMap(language =>
  Object.values(calls).map(call => [language, call.path, exampleCode(language, call, own)] as const),
);

/** Runs the code as a module with a fetch that tells what it was called with. */
const fetched = async (code: string) => {
  const asked: { url: string; method: string; headers: Headers; body: string }[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const fetch = async (url: string, { method = 'GET', headers = {}, body = '' } = {}) => {
    asked.push({ url, method, headers: new Headers(headers), body });
    return Response.json({});
  };
  await new AsyncFunction('fetch', 'console', code)(fetch, { log: () => undefined });
  return asked;
};

describe('the examples of calls', () => {
  it.each(all)('has the own address and token in %s for %s', (_language, path, code) => {
    expect(code).toContain(`https://balcao.exemplo.com.br/api${path}`);
    expect(code).toContain('Bearer blc_4fQz-1');
    expect(code.match(/blc_4fQz-1/g)).toHaveLength(1);
  });

  it('shows a stand-in for what is missing or is no token', () => {
    for (const token of ['', "a'; rm -rf /", 'two words'])
      expect(exampleCode('curl', calls.state, { ...own, token })).toContain(
        "'Authorization: Bearer SEU_TOKEN'",
      );
  });

  it('names each message by a key of its own, so that all examples can be run with one token', () => {
    const keys = Object.values(calls).flatMap(call =>
      'idempotencyKey' in call ? [call.idempotencyKey] : [],
    );
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('sends in JavaScript what the contract takes', async () => {
    const [asked] = await fetched(exampleCode('JavaScript', calls.text, own));
    expect(asked).toMatchObject({ method: 'POST', url: 'https://balcao.exemplo.com.br/api/messages/send' });
    expect(asked?.headers.get('idempotency-key')).toBe('pedido-1042');
    expect(asked?.headers.get('content-type')).toBe('application/json');
    expect(sendOutsideBody.parse(JSON.parse(asked?.body ?? ''))).toMatchObject(calls.text.json);
  });

  it('asks in JavaScript without a body', async () => {
    const [asked] = await fetched(exampleCode('JavaScript', calls.list, own));
    expect(asked).toMatchObject({ method: 'GET', body: '' });
  });

  it('gives a shell each word whole', () => {
    const script = exampleCode('curl', calls.text, own).replace(/^curl/, 'printf "%s\\n"');
    expect(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n')).toEqual([
      'https://balcao.exemplo.com.br/api/messages/send',
      ...['-H', 'Authorization: Bearer blc_4fQz-1', '-H', 'Content-Type: application/json'],
      ...['-H', 'Idempotency-Key: pedido-1042', '-d', JSON.stringify(calls.text.json)],
    ]);
  });
});
