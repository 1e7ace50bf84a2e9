import type { Browser, Call } from './browser.ts';

/** Posts a form with one file, as a browser does. */
export const postFile = async (
  browser: Browser,
  path: string,
  {
    name,
    text,
    headers = {},
  }: { name: string; text: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
): Promise<Call> => {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const payload = Buffer.from(await encoded.arrayBuffer());
  return browser.post(path, payload, { ...headers, 'content-type': type });
};
