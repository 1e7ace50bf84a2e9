import { rightNames } from '#contracts/audit-words/es/rights.ts';

/** The table of rights: who may do what. */
export const rights = {
  title: 'Quién puede qué',
  explanation:
    'Los usuarios hacen esto en los tickets que ven: los de sus colas y conexiones, sin cola, grupos y cerrados.',
  action: 'Acción',
  yes: 'Sí',
  no: 'No',
  roles: {
    admin: 'Administrador',
    user: 'Usuario',
    analyst: 'Analista',
    superAdmin: 'Superadministrador',
  },
  groups: {
    company: 'Empresa',
    user: 'Usuarios',
    queue: 'Colas',
    tag: 'Etiquetas',
    quickMessage: 'Respuestas rápidas',
    question: 'Preguntas',
    connection: 'Conexiones',
    apiKey: 'Claves de API',
    webhook: 'Webhooks',
    contact: 'Contactos',
    contactImport: 'Importaciones de contactos',
    ticket: 'Tickets',
    message: 'Mensajes',
    schedule: 'Mensajes programados',
    notice: 'Avisos',
    dashboard: 'Panel',
    audit: 'Auditoría',
    replay: 'Análisis',
    simulator: 'Simulador',
  },
  actions: rightNames,
};
