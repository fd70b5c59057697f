import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import { defineConfig, type Plugin } from 'vite';

/** The game's words are written once, in the Python package; here they become modules. */
function toml(): Plugin {
  return {
    name: 'toml',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('.toml')) return null;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(parse(readFileSync(file, 'utf8')))}`;
    },
  };
}

/** The list of the client's files that the service worker keeps from the start: all but the fonts. */
function files(): Plugin {
  return {
    name: 'files',
    generateBundle(_, bundle) {
      const kept = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(kept.sort()) });
    },
  };
}

export default defineConfig({
  plugins: [toml(), svelte(), files()],
  base: './', // the server says below which path the files lie
  build: {
    outDir: '../src/grandjunction/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      // Its address decides what a service worker serves, so it lies at the top and keeps its name.
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env['GJ_SERVER'] ?? 'http://127.0.0.1:8000', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
