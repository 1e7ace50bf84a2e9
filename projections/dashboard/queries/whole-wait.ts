/**
 * `select` of since when the customer of an episode had been waiting for an answer at a moment, whatever queue the
 * ticket was in meanwhile; null where they were not. $1 is the company.
 */
export const customerWaitedSince = (episodeId: string, moment: string): string =>
  `(select w.since from dashboard.customer_wait w where w.company_id = $1 and w.episode_id = ${episodeId}
      and w.since <= ${moment} and (w.until is null or w.until >= ${moment}) order by w.since limit 1)`;
