/** What a text says that nobody wrote, beside its time. */
export const automatic = {
  greeting: 'saudação',
  menu: 'menu',
  hint: 'dica',
  'out-of-hours': 'fora do horário',
  completion: 'conclusão',
  rating: 'avaliação',
  'rating-thanks': 'agradecimento',
  'rating-reason': 'motivo da nota',
  'auto-close-warning': 'aviso de encerramento',
  'auto-close': 'encerramento',
  call: 'chamada perdida',
  scheduled: 'agendada',
  api: 'API',
};
