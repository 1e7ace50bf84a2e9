/** How a connection stands. */
export const connectionStatuses = {
  CONNECTED: 'Conectado',
  OPENING: 'Conectando',
  PAIRING: 'Emparejando',
  qrcode: 'Esperando código QR',
  TIMEOUT: 'Sin respuesta',
  DISCONNECTED: 'Desconectado',
};
