export const notices = {
  title: 'Notices',
  open: 'Notices',
  openUnread_one: 'Notices: {{count}} new',
  openUnread_other: 'Notices: {{count}} new',
  none: 'No notices. What administrators need to know appears here.',
  more: 'Show earlier ones',
  new: 'New:',
  unnamed: 'unnamed',
  counts: '{{new}} new, {{updated}} updated, {{invalid}} with a problem',
  kinds: {
    'connection-lost': 'Connection {{name}} was disconnected',
    'import-finished': 'Import of contacts finished',
    'webhook-failing': 'The webhook {{name}} is failing',
    'webhook-disabled': 'The webhook {{name}} was disabled',
    'history-broken': 'The company’s history did not pass its verification',
  },
  webhook: {
    warned: 'No delivery has succeeded for a day. Unless that changes it is disabled after three days.',
    gone: 'The address answered that it is gone (410).',
    failing: 'No delivery succeeded in three days.',
  },
};
