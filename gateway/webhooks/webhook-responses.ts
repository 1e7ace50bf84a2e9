import { problem, problemResponses } from '#contracts/problems.ts';

/** How calls about one endpoint may be refused, for the description of the calls. */
export const webhookResponses = {
  ...problemResponses,
  404: problem.describe('There is no such webhook, or no such delivery.'),
};
