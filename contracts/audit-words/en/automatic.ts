/** What a text says that nobody wrote, beside its time. */
export const automatic = {
  greeting: 'greeting',
  menu: 'menu',
  hint: 'hint',
  'out-of-hours': 'out of hours',
  completion: 'completion',
  rating: 'rating',
  'rating-thanks': 'thanks',
  'rating-reason': 'reason for the rating',
  'auto-close-warning': 'closing notice',
  'auto-close': 'closing',
  call: 'missed call',
  scheduled: 'scheduled',
  api: 'API',
};
