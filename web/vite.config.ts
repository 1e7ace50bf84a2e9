import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { emojiData } from './emoji-data.ts';

const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: folder('web'),
  plugins: [react(), emojiData()],
  resolve: { alias: { '#contracts': folder('contracts'), '#domain': folder('domain') } },
  css: { postcss: { plugins: [mantine()] } },
  build: { outDir: folder('web/dist'), emptyOutDir: true, target: 'es2023', manifest: true },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': gateway, '/ws': { target: gateway, ws: true } },
  },
  preview: { host: '127.0.0.1' },
});
