import { rightNames } from '#contracts/audit-words/pt-BR/rights.ts';

/** The table of rights: who may do what. */
export const rights = {
  title: 'Quem pode o quê',
  explanation:
    'Usuários fazem isto nos tickets que veem: os das suas filas e conexões, sem fila, grupos e encerrados.',
  action: 'Ação',
  yes: 'Sim',
  no: 'Não',
  roles: {
    admin: 'Administrador',
    user: 'Usuário',
    analyst: 'Analista',
    superAdmin: 'Super admin',
  },
  groups: {
    company: 'Empresa',
    user: 'Usuários',
    queue: 'Filas',
    tag: 'Tags',
    quickMessage: 'Respostas rápidas',
    question: 'Perguntas',
    connection: 'Conexões',
    apiKey: 'Chaves de API',
    webhook: 'Webhooks',
    contact: 'Contatos',
    contactImport: 'Importações de contatos',
    ticket: 'Tickets',
    message: 'Mensagens',
    schedule: 'Mensagens agendadas',
    notice: 'Avisos',
    dashboard: 'Dashboard',
    audit: 'Auditoria',
    replay: 'Análise',
    simulator: 'Simulador',
  },
  actions: rightNames,
};
