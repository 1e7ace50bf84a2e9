/** What surrounds the calls in the generated client. */
export const clientFrame = (methods: string): string => `
/** Why a call was refused: \`problem.code\` does not change, \`problem.errors\` names the fields. */
export class CallRefused extends Error {
  readonly status: number;
  /** Undefined when what answered was not the product. */
  readonly problem: Problem | undefined;
  /** How long to wait before the same call is made again, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? \`Answered with \${response.status}\`);
    this.name = 'CallRefused';
    this.status = response.status;
    this.problem = problem;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

type Details = {
  readonly body?: object | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly idempotencyKey?: string | undefined;
};

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'instance' in answer;

export type Client = ReturnType<typeof createClient>;

/**
 * The calls of the messages API. \`address\` is the company's own, without a path; \`token\` a key of the company or a
 * connection's token. Each call answers what the server answered, or throws CallRefused.
 */
export const createClient = ({ address, token }: { readonly address: string; readonly token: string }) => {
  const request = async (method: string, path: string, details: Details = {}): Promise<Response> => {
    const { body, query = {}, idempotencyKey } = details;
    const url = new URL(\`/api\${path}\`, address);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers({ authorization: \`Bearer \${token}\` });
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const isForm = body instanceof FormData;
    if (body && !isForm) headers.set('content-type', 'application/json');
    const content = isForm ? body : JSON.stringify(body);
    return fetch(url, { method, headers, ...(body ? { body: content } : {}) });
  };
  const read = async (response: Response): Promise<unknown> => {
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new CallRefused(response, isProblem(answer) ? answer : undefined);
    return answer;
  };
  const call = async <Answer>(method: string, path: string, details?: Details): Promise<Answer> =>
    (await read(await request(method, path, details))) as Answer;
  const download = async (method: string, path: string): Promise<Blob> => {
    const response = await request(method, path);
    if (!response.ok) await read(response);
    return response.blob();
  };
  return {
    ${methods}
  };
};
`;
