/** The page of quick messages. */
export const quickMessages = {
  shortcode: 'Shortcode',
  shortcodeHint: 'Type / and the shortcode where you write messages.',
  message: 'Message',
  file: 'Attachment',
  openFile: 'Open the attachment {{name}}',
  add: 'Add quick reply',
  editOf: 'Edit the quick reply “{{name}}”',
  removeOf: 'Delete the quick reply “{{name}}”?',
  empty: 'No quick replies yet. They appear when you type / where you write messages.',
  shared: 'For the whole company',
  sharedHint: 'Everybody can use it; only administrators change it.',
  sharedMark: 'Company',
  added: 'Message added.',
  changed: 'Message updated.',
  removed: 'Message deleted.',
};
