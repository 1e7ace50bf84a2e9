/** The frame of the screens of the past, and how things were at an instant. */
export const replay = {
  tabs: {
    label: 'Parts of the replay',
    asItWas: 'As it was',
    player: 'Play',
    questions: 'Questions',
    whatIf: 'What if',
    export: 'Export',
  },
};
