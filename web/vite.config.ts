import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { codeSplitting } from './build/chunks.ts';
import { guidesHash } from './build/guides.ts';
import { readTexts } from './build/texts.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the build goes; the prerenderer is a program of the build itself and is not served. */
export const distDirectory = at('dist');
export const prerendererDirectory = at('../node_modules/.cache/portico-prerender');

const shared = {
  configFile: false,
  root: at('.'),
  logLevel: 'warn',
  publicDir: false,
  plugins: [react()],
  define: { __TEXTS_HASH__: JSON.stringify(readTexts().hash), __GUIDES_HASH__: JSON.stringify(guidesHash()) },
} satisfies InlineConfig;

/**
 * What browsers load: the portal (from portal.html) and the guest pages' entry. They are two entries of one build, so
 * that React, which both need, is one file that somebody coming from the sign-in page already has.
 */
export const browserConfig: InlineConfig = {
  ...shared,
  build: {
    outDir: distDirectory,
    emptyOutDir: true,
    manifest: 'vite-manifest.json',
    modulePreload: { polyfill: false },
    // Nothing is inlined as data: URLs; the content security policy forbids them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { portal: at('portal.html'), guest: at('src/guest/main.tsx') },
      output: { codeSplitting: codeSplitting() },
    },
  },
};

/** The guest pages as a program for Node, which the build runs once to render them in every language. */
export const prerendererConfig: InlineConfig = {
  ...shared,
  build: {
    outDir: prerendererDirectory,
    emptyOutDir: true,
    ssr: at('src/guest/prerender.tsx'),
    rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
};

export default { ...browserConfig, configFile: undefined };
