import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The polyfill and inlined assets would violate the Content-Security-Policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The bundle test reads which chunks a screen needs.
    manifest: true,
    reportCompressedSize: false,
    // What every page needs is one file.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: {
    proxy: { '/api': { target: api }, '/objects': { target: api } },
  },
})
