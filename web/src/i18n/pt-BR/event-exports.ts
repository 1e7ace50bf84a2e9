/** The slice of the history as a file. */
export const eventExport = {
  intro:
    'Os eventos dos tickets de um período, em um arquivo para ferramentas de mineração de processos (Disco, ProM, pm4py, Celonis…).',
  form: 'O que exportar',
  from: 'De',
  to: 'Até',
  queue: 'Fila',
  connection: 'Conexão',
  attendant: 'Atendente',
  any: 'Todas',
  anybody: 'Todos',
  gone: '(removido)',
  format: 'Formato',
  formats: {
    xes: { name: 'XES', hint: 'IEEE 1849: um traço por ticket. Disco, ProM, pm4py.' },
    ocel: {
      name: 'OCEL 2.0 (JSON)',
      hint: 'Eventos ligados a ticket, contato, fila, atendente e conexão. pm4py, OCPM.',
    },
    csv: {
      name: 'CSV',
      hint: 'Uma linha por evento, com as colunas do pm4py e ponto e vírgula. Planilhas, pandas.',
    },
  },
  people: 'Pessoas',
  pseudonyms: 'Pseudônimos',
  pseudonymsHint:
    'Contatos, atendentes e tickets têm códigos que são sempre os mesmos na sua empresa e não permitem voltar à pessoa.',
  names: 'Nomes',
  namesHint: 'O arquivo terá dados pessoais. A exportação fica na auditoria.',
  inside: 'O que há no arquivo',
  events:
    'Abertura, entrada em fila, aceite, transferência, devolução, encerramento (por pessoa, robô ou inatividade), reabertura, exclusão, mensagens recebidas e enviadas, avaliação.',
  times: 'Horários em UTC com deslocamento. O período vai da meia-noite à meia-noite no fuso da empresa.',
  filter:
    'Com filtro, todos os eventos do período dos tickets que passaram pela fila, pela conexão ou pelo atendente nesse período.',
  never: 'Nunca o conteúdo de mensagens ou notas. Contatos apagados não têm nome em nenhum caso.',
  groups: 'Conversas de grupos e históricos importados ficam de fora.',
  download: 'Baixar arquivo',
  downloading: 'Preparando…',
  done: 'Arquivo baixado.',
  noPeriod: 'Escolha um período válido.',
  tooLong: 'Escolha um período de até {{count}} dias.',
};
