/** What all pages and forms of records say. */
export const records = {
  search: 'Search',
  actions: 'Actions',
  edit: 'Edit',
  remove: 'Delete',
  save: 'Save',
  nothingFound: 'Nothing found for “{{search}}”.',
  found_one: '{{count}} found',
  found_other: '{{count}} found',
  required: 'Required',
  tooShort: 'Too Short!',
  tooLong: 'Too Long!',
  invalid: 'Invalid',
  chooseFile: 'Choose a file',
  changeFile: 'Change',
  takeFile: 'Remove {{name}}',
  emptyFile: '{{name}} is empty.',
};
