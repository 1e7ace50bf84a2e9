/** How a connection stands. */
export const connectionStatuses = {
  CONNECTED: 'Conectado',
  OPENING: 'Conectando',
  PAIRING: 'Pareando',
  qrcode: 'Aguardando QR Code',
  TIMEOUT: 'Sem resposta',
  DISCONNECTED: 'Desconectado',
};
