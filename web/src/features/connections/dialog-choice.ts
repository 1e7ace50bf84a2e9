/** What is open over the list of connections. */
export type DialogKind = 'edit' | 'qr' | 'disconnect' | 'delete' | 'ledger';
export type DialogChoice =
  | { readonly kind: 'add' }
  | { readonly kind: DialogKind; readonly connectionId: string };
export type OpenDialog = (kind: DialogKind) => void;
