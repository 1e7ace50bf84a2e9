/** What a text says that nobody wrote, beside its time. */
export const automatic = {
  greeting: 'saludo',
  menu: 'menú',
  hint: 'ayuda',
  'out-of-hours': 'fuera de horario',
  completion: 'conclusión',
  rating: 'valoración',
  'rating-thanks': 'agradecimiento',
  'rating-reason': 'motivo de la nota',
  'auto-close-warning': 'aviso de cierre',
  'auto-close': 'cierre',
  call: 'llamada perdida',
  scheduled: 'programado',
  api: 'API',
};
