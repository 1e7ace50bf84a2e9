import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfType } from '#commands/testing/world.ts';
import { outsideExamples } from '#contracts/outside-examples.ts';
import { type Browser, openBrowser } from '#gateway/testing/browser.ts';
import { type Harness, openHarness } from '#gateway/testing/harness.ts';
import { openOffice } from '#gateway/testing/office.ts';
import { openKey } from '#gateway/testing/outside.ts';
import {
  type CodeLanguage,
  codeLanguages,
  exampleCode,
  type ShownCall,
} from '#web/src/features/messages-api/documentation/example-code.ts';
import { shownCalls } from '#web/src/features/messages-api/documentation/shown-calls.ts';
// Of the three its texts have the most letters that are not in ASCII.
import { messagesApi } from '#web/src/i18n/es/messages-api.ts';

const run = promisify(execFile);
const invoice = Buffer.from('%PDF-1.7 boleto');
const calls = shownCalls(messagesApi.example);
const fileName = calls.upload.form.file;

type Runner = {
  readonly file: string;
  readonly command: string;
  /** What the examples need besides, and how to ask for it. */
  readonly needs: string;
  readonly asks: readonly string[];
};
const runners: Readonly<Record<CodeLanguage, Runner>> = {
  curl: { file: 'example.sh', command: 'sh', needs: 'curl', asks: ['-c', 'command -v curl'] },
  JavaScript: { file: 'example.mjs', command: process.execPath, needs: 'node', asks: ['--version'] },
  PHP: {
    ...{ file: 'example.php', command: 'php', needs: 'php with its extension curl (php-cli, php-curl)' },
    asks: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
  },
  Python: {
    ...{ file: 'example.py', command: 'python3', needs: 'python3 with requests' },
    asks: ['-c', 'import requests'],
  },
};
const canRun = (language: CodeLanguage): boolean => {
  const { command, asks, needs } = runners[language];
  const isThere = spawnSync(command, asks).status === 0;
  if (!isThere) process.stderr.write(`examples in ${language}: left out, there is no ${needs}\n`);
  return isThere;
};

let harness: Harness;
let admin: Browser;
let origin: string;
let folder: string;
const allowed = new Set<string>();
const elsewhere = createServer((_request, response) => response.end(invoice));
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-examples-'));
  // So that curl says the status, as the other examples do by themselves.
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  writeFileSync(join(folder, fileName), invoice);
  harness = await openHarness({ outboundAllowed: allowed });
  const office = await openOffice(harness);
  await office.connection([await office.queue('Vendas', '#00aa00')]);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  origin = await harness.listen();
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
  allowed.add(`127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
});
afterAll(async () => {
  elsewhere.close();
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const language of codeLanguages)
  describe.skipIf(!canRun(language))(`the examples of the page in ${language}`, () => {
    let token: string;
    beforeAll(async () => {
      ({ token } = await openKey(harness, admin));
    });

    /** Runs a call's example as it is on the page, but for what only its readers know. */
    const execute = async (call: ShownCall, messageId = '') => {
      const { command, file } = runners[language];
      const [mediaUrl] = [...allowed];
      const code = exampleCode(language, call, { origin, token, placeholder: 'SU_TOKEN' })
        .replace(outsideExamples.message.id, messageId)
        .replace(calls.address.json.mediaUrl, `http://${mediaUrl}/${fileName}`);
      writeFileSync(join(folder, file), code);
      const env = { ...process.env, CURL_HOME: folder, no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };
      const { stdout } = await run(command, [file], { cwd: folder, env });
      const status = language === 'curl' ? stdout.split('\n').at(-1) : stdout.split(/\s/)[0];
      return { status, stdout };
    };
    const queued = () => eventsOfType(harness.store, 'MessageQueued');
    /** Runs it, and answers the one message that came of it. */
    const send = async (call: ShownCall) => {
      const before = (await queued()).length;
      const { status, stdout } = await execute(call);
      const [message, ...others] = (await queued()).slice(before);
      expect([status, others]).toEqual(['202', []]);
      if (message?.type !== 'MessageQueued') throw new Error(`nothing was queued: ${stdout}`);
      expect(stdout).toContain(message.data.messageId);
      return message.data;
    };
    let uploaded = '';

    it('send a text, once though they run again', async () => {
      const { text } = messagesApi.example;
      const { messageId, ...message } = await send(calls.text);
      expect(message).toMatchObject({ body: text, externalId: 'pedido-1042' });
      const before = (await queued()).length;
      const { status, stdout } = await execute(calls.text);
      expect([status, stdout]).toEqual(['202', expect.stringContaining(messageId)]);
      expect(await queued()).toHaveLength(before);
    });

    it('send a file of their own', async () => {
      const { messageId, body, media } = await send(calls.upload);
      uploaded = messageId;
      expect(body).toBe(messagesApi.example.caption);
      expect(media).toMatchObject({ name: fileName, mime: 'application/pdf', size: invoice.length });
    });

    it('send a file by its address', async () => {
      const { body, media } = await send(calls.address);
      expect(body).toBe(messagesApi.example.caption);
      expect(media).toMatchObject({ name: fileName, mime: 'application/pdf', size: invoice.length });
    });

    it('read a message, the list and what a message says', async () => {
      await harness.caughtUp();
      for (const call of [calls.state, calls.content]) {
        const { status, stdout } = await execute(call, uploaded);
        expect([status, stdout]).toEqual(['200', expect.stringContaining(uploaded)]);
      }
      const { status, stdout } = await execute(calls.list);
      expect([status, stdout]).toEqual(['200', expect.stringContaining('pedido-1042')]);
    });

    it('save the file of a message, and nothing where there is none', async () => {
      const saved = join(folder, calls.media.saveAs);
      rmSync(saved, { force: true });
      const none = await execute(calls.media, outsideExamples.accepted.ticketId).catch(
        ({ stdout }: { stdout: string }) => ({ status: stdout.trim() }),
      );
      expect(none.status).toBe('404');
      expect(() => readFileSync(saved)).toThrow();
      expect((await execute(calls.media, uploaded)).status).toBe('200');
      expect(readFileSync(saved)).toEqual(invoice);
    });
  });
