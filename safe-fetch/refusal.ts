/** Why nothing was fetched, or not to the end. */
export type FetchProblem =
  | 'url'
  | 'protocol'
  | 'credentials'
  | 'port'
  | 'address'
  | 'dns'
  | 'unreachable'
  | 'redirect'
  | 'too-large'
  | 'timeout';

/**
 * What an outsider named was not fetched, or not to its end. The first five are about what was named and stay so;
 * the others may be otherwise another time. Its message may be shown to who named it: it says nothing of our network.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly problem: FetchProblem;

  constructor(problem: FetchProblem, options?: ErrorOptions) {
    super(`not fetched: ${problem}`, options);
    this.problem = problem;
  }
}
