/** The frame of the screens of the past, and how things were at an instant. */
export const replay = {
  tabs: {
    label: 'Partes del replay',
    asItWas: 'Como estaba',
    player: 'Reproducir',
    questions: 'Preguntas',
    whatIf: 'Y si',
    export: 'Exportar',
  },
};
