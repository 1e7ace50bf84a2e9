/** How a connection stands. */
export const connectionStatuses = {
  CONNECTED: 'Connected',
  OPENING: 'Connecting',
  PAIRING: 'Pairing',
  qrcode: 'Waiting for QR code',
  TIMEOUT: 'No answer',
  DISCONNECTED: 'Disconnected',
};
