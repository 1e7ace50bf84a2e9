/** Who writes to the shop of the demo. */
export const people = {
  marina: { number: '5511982210101', name: 'Marina Duarte' },
  renato: { number: '5511973310102', name: 'Renato Figueira' },
  sonia: { number: '5521996610103', name: 'Sônia Vilela' },
  rita: { number: '5585933330009', name: 'Rita Alencar' },
  paulo: { number: '5519984410105', name: 'Paulo Henrique Teixeira' },
  dita: { number: '5531987710106', name: 'Restaurante Vó Dita' },
  luciana: { number: '5541991810107', name: 'Luciana Prado' },
  otavio: { number: '5551986610108', name: 'Otávio Brandão' },
  teresa: { number: '5571992210109', name: 'Teresa Nunes' },
  work: { number: '5511982210111', name: 'Marina (trabalho)' },
  rui: { number: '5511912345678', name: 'Rui Camargo' },
  transport: { number: '5511940020202', name: 'Expresso Paulista' },
} as const;

export const secondPhone = { number: '5511999990002', name: 'Loja Norte' };
export const groupName = 'Entregas da semana';
