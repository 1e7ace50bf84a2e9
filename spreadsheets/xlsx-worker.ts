import { parentPort, workerData } from 'node:worker_threads';
import * as xlsx from '@e965/xlsx';

const book = xlsx.utils.book_new();
const rows: string[][] = workerData;
xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows, { dense: true }), 'Contatos');
const bytes: Uint8Array = xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
parentPort?.postMessage(new Uint8Array(bytes));
