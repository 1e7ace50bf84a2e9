/** The page of quick messages. */
export const quickMessages = {
  shortcode: 'Atalho',
  shortcodeHint: 'Digite / e o atalho no campo de mensagem.',
  message: 'Mensagem',
  file: 'Anexo',
  openFile: 'Abrir o anexo {{name}}',
  add: 'Adicionar resposta rápida',
  editOf: 'Editar a resposta rápida “{{name}}”',
  removeOf: 'Excluir a resposta rápida “{{name}}”?',
  empty: 'Nenhuma resposta rápida ainda. Elas aparecem quando você digita / no campo de mensagem.',
  shared: 'Para toda a empresa',
  sharedHint: 'Todos podem usar; só administradores mudam.',
  sharedMark: 'Empresa',
  added: 'Mensagem adicionada com sucesso!',
  changed: 'Mensagem atualizada com sucesso!',
  removed: 'Mensagem excluída com sucesso!',
};
