import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { emojiData } from './emoji-data.ts';

const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000';

/** What everybody who is signed in begins with. */
const firstScreen = {
  index: folder('web/index.html'),
  shell: folder('web/src/app/shell.tsx'),
  tickets: folder('web/src/app/tickets-screen.tsx'),
};

/**
 * A file for each set of pages that share something would be a hundred requests. The first screen is two files, of
 * libraries and of our own; what later parts share is a third. Each imports only those before it: files that import
 * each other in a circle would run before what they need.
 */
const groups = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 3 },
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 2, priority: 1 },
];

export default defineConfig({
  root: folder('web'),
  plugins: [react(), emojiData(), compressed()],
  resolve: { alias: { '#contracts': folder('contracts'), '#domain': folder('domain') } },
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: folder('web/dist'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // Its libraries are one file of more than 500 kB, and a sixth of that on the wire.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: firstScreen, output: { codeSplitting: { groups } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': gateway, '/ws': { target: gateway, ws: true } },
  },
  preview: { host: '127.0.0.1' },
});
