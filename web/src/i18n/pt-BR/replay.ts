/** The frame of the screens of the past, and how things were at an instant. */
export const replay = {
  tabs: {
    label: 'Partes do replay',
    asItWas: 'Como estava',
    player: 'Reproduzir',
    questions: 'Perguntas',
    whatIf: 'E se',
    export: 'Exportar',
  },
};
