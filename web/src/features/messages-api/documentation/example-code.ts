/** The languages that examples are written in, as tabs name them. */
export const codeLanguages = ['curl', 'JavaScript', 'PHP', 'Python'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** A call as an example shows it. */
export type ShownCall = {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly json?: Readonly<Record<string, string>>;
  /** Fields of a form, and its file. */
  readonly form?: { readonly fields: Readonly<Record<string, string>>; readonly file: string };
  readonly idempotencyKey?: string;
  /** The file that the answer becomes; all others answer JSON. */
  readonly saveAs?: string;
};

type Writer = (call: ShownCall, url: string, headers: Headers) => string;
type Headers = Readonly<Record<string, string>>;

/** The call in a language, with the company's own address and token. What is no token is not put into code. */
export const exampleCode = (
  language: CodeLanguage,
  call: ShownCall,
  { origin, token, placeholder }: { origin: string; token: string; placeholder: string },
): string => {
  const headers: Headers = {
    Authorization: `Bearer ${/^[\w.-]+$/.test(token) ? token : placeholder}`,
    ...(call.json ? { 'Content-Type': 'application/json' } : {}),
    ...(call.idempotencyKey ? { 'Idempotency-Key': call.idempotencyKey } : {}),
  };
  return writers[language](call, `${origin}/api${call.path}`, headers);
};

const entries = (values: Readonly<Record<string, string>>) => Object.entries(values);
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const typeOf = (file: string): string =>
  file.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';

const curl: Writer = ({ json, form, saveAs }, url, headers) =>
  [
    `curl ${saveAs ? `-f -o ${shell(saveAs)} ` : ''}${shell(url)}`,
    ...entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(json ? [`-d ${shell(JSON.stringify(json))}`] : []),
    ...(form ? entries(form.fields).map(([name, value]) => `-F ${shell(`${name}=${value}`)}`) : []),
    ...(form ? [`-F ${shell(`medias=@${form.file};type=${typeOf(form.file)}`)}`] : []),
  ].join(' \\\n  ');

const lines = (
  values: Readonly<Record<string, string>>,
  { indent, between }: { indent: string; between: string },
): string[] => entries(values).map(([name, value]) => `${indent}${quoted(name)}${between}${quoted(value)},`);

const javaScript: Writer = ({ method, json, form, saveAs }, url, headers) =>
  [
    ...(saveAs ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    ...(form
      ? [
          "import { openAsBlob } from 'node:fs';",
          '',
          'const form = new FormData();',
          ...entries(form.fields).map(([name, value]) => `form.append(${quoted(name)}, ${quoted(value)});`),
          `const file = await openAsBlob(${quoted(form.file)}, { type: ${quoted(typeOf(form.file))} });`,
          `form.append('medias', file, ${quoted(form.file)});`,
          '',
        ]
      : []),
    `const answer = await fetch(${quoted(url)}, {`,
    ...(method === 'POST' ? ["  method: 'POST',"] : []),
    '  headers: {',
    ...lines(headers, { indent: '    ', between: ': ' }),
    '  },',
    ...(json ? ['  body: JSON.stringify({', ...lines(json, { indent: '    ', between: ': ' }), '  }),'] : []),
    ...(form ? ['  body: form,'] : []),
    '});',
    ...(saveAs
      ? [
          `if (answer.ok) await writeFile(${quoted(saveAs)}, Buffer.from(await answer.arrayBuffer()));`,
          'console.log(answer.status);',
        ]
      : ['console.log(answer.status, await answer.json());']),
  ].join('\n');

const php: Writer = ({ json, form, saveAs }, url, headers) =>
  [
    '<?php',
    `$call = curl_init(${quoted(url)});`,
    'curl_setopt_array($call, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    ...entries(headers).map(([name, value]) => `        ${quoted(`${name}: ${value}`)},`),
    '    ],',
    ...(json
      ? [
          '    CURLOPT_POSTFIELDS => json_encode([',
          ...lines(json, { indent: '        ', between: ' => ' }),
          '    ]),',
        ]
      : []),
    ...(form
      ? [
          '    CURLOPT_POSTFIELDS => [',
          ...lines(form.fields, { indent: '        ', between: ' => ' }),
          `        'medias' => new CURLFile(${quoted(form.file)}, ${quoted(typeOf(form.file))}),`,
          '    ],',
        ]
      : []),
    ']);',
    '$answer = curl_exec($call);',
    ...(saveAs
      ? [
          '$status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);',
          `if ($status === 200) file_put_contents(${quoted(saveAs)}, $answer);`,
          'echo $status, "\\n";',
        ]
      : ['echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), " ", $answer, "\\n";']),
  ].join('\n');

const python: Writer = ({ method, json, form, saveAs }, url, headers) =>
  [
    'import requests  # pip install requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    `    ${quoted(url)},`,
    '    headers={',
    ...lines(headers, { indent: '        ', between: ': ' }).filter(line => !line.includes('Content-Type')),
    '    },',
    ...(json ? ['    json={', ...lines(json, { indent: '        ', between: ': ' }), '    },'] : []),
    ...(form
      ? [
          '    data={',
          ...lines(form.fields, { indent: '        ', between: ': ' }),
          '    },',
          `    files={'medias': (${quoted(form.file)}, open(${quoted(form.file)}, 'rb'), ${quoted(typeOf(form.file))})},`,
        ]
      : []),
    ')',
    ...(saveAs
      ? [
          'if answer.ok:',
          `    with open(${quoted(saveAs)}, 'wb') as file:`,
          '        file.write(answer.content)',
          'print(answer.status_code)',
        ]
      : ['print(answer.status_code, answer.json())']),
  ].join('\n');

const writers: Readonly<Record<CodeLanguage, Writer>> = {
  curl,
  JavaScript: javaScript,
  PHP: php,
  Python: python,
};
