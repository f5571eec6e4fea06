import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { offeredLanguages } from '../contract/src/languages.ts';
import { compressFiles } from './build/compress.ts';
import { guestHtml } from './build/guest-html.ts';
import { writeGuides } from './build/guides.ts';
import { readTexts, type AllTexts, type LanguageTexts } from './build/texts.ts';
import type * as Prerenderer from './src/guest/prerender.tsx';
import { partNames, routeParts } from './src/shell/route-parts.ts';
import { browserConfig, distDirectory, prerendererConfig, prerendererDirectory } from './vite.config.ts';

/** `web/dist/manifest.json`: what the server has to know about the built pages. */
export type WebManifest = {
  /** Paths under `/assets/`; all are named after their content and may be cached for good. */
  assets: string[];
  /** Files `guest/<page>.<lang>.html`. */
  guestPages: string[];
  languages: readonly string[];
  /** What the server writes into every HTML answer (see build/guest-html.ts and portal.html). */
  placeholders: readonly string[];
};

const placeholders = [
  '__NONCE__',
  '__PRODUCT__',
  '__PAGE_DATA__',
  '__TENANT_TOKENS__',
  '__LANGUAGE__',
  '__MODE__',
  '__UNREACHED__',
  '__LOGO__',
  '__APP__',
  '__THEME_COLOR__',
];

/** A chunk and all it imports at once, itself first. */
function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, found);
  return found;
}

async function readStyles(manifest: Manifest, keys: readonly string[]): Promise<string> {
  const files = new Set(keys.flatMap((key) => manifest[key]?.css ?? []));
  const styles = await Promise.all([...files].map((file) => readFile(join(distDirectory, file), 'utf8')));
  return styles.join('').trim();
}

async function writeGuestPages(manifest: Manifest, texts: AllTexts): Promise<string[]> {
  const program = pathToFileURL(join(prerendererDirectory, 'prerender.mjs')).href;
  const { guestPages, prerender } = (await import(program)) as typeof Prerenderer;
  await mkdir(join(distDirectory, 'guest'), { recursive: true });
  const icon = manifest['src/theme/icon.svg']?.file ?? '';
  for (const { name, areas, file } of guestPages) {
    const chunks = [...withImports(manifest, 'src/guest/main.tsx'), ...withImports(manifest, `src/guest/${file}`)];
    const css = await readStyles(manifest, chunks);
    const scripts = [...new Set(chunks.map((key) => manifest[key]?.file ?? ''))];
    for (const language of offeredLanguages) {
      const all = texts.of(language);
      const own: LanguageTexts = Object.fromEntries(['guest', ...areas].map((area) => [area, all[area] ?? {}]));
      const rendered = await prerender(name, language, own);
      const html = guestHtml({ page: name, language, css, scripts, texts: own, icon, ...rendered });
      await writeFile(join(distDirectory, 'guest', `${name}.${language}.html`), html);
    }
  }
  return guestPages.map(({ name }) => name);
}

async function writeTexts(texts: AllTexts): Promise<void> {
  for (const language of offeredLanguages) {
    const directory = join(distDirectory, 'assets/texts', texts.hash, language);
    await mkdir(directory, { recursive: true });
    for (const [area, catalog] of Object.entries(texts.of(language))) {
      await writeFile(join(directory, `${area}.json`), JSON.stringify(catalog));
    }
  }
}

/** Tells portal.html the files with the routes of administrators' pages, without those that it asks for anyway. */
async function writeRouteParts(manifest: Manifest): Promise<void> {
  const page = join(distDirectory, 'portal.html');
  const html = await readFile(page, 'utf8');
  const parts = partNames.map((part) => {
    const chunks = Object.keys(manifest).filter((key) => manifest[key]?.name === part);
    if (chunks.length !== 1) throw new Error(`${chunks.length} files have the routes of ${part}`);
    const needed = chunks.flatMap((key) => [...withImports(manifest, key)]);
    const files = needed.map((key) => `/${manifest[key]?.file}`).filter((file) => !html.includes(file));
    return [routeParts[part], files];
  });
  await writeFile(
    page,
    html.replace('__ROUTE_PARTS__', () => JSON.stringify(parts)),
  );
}

async function writeManifest(guestPages: string[]): Promise<void> {
  const files = await readdir(join(distDirectory, 'assets'), { recursive: true, withFileTypes: true });
  const path = (directory: string, name: string) =>
    `/${join(directory, name)
      .slice(distDirectory.length + 1)
      .replaceAll('\\', '/')}`;
  const assets = files
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name))
    .map((file) => path(file.parentPath, file.name));
  const manifest: WebManifest = { assets: assets.sort(), guestPages, languages: offeredLanguages, placeholders };
  await writeFile(join(distDirectory, 'manifest.json'), JSON.stringify(manifest, null, 1));
}

/** Builds everything browsers get into `web/dist`: assets, texts, portal.html, guest pages in each offered language, manifest. */
export async function buildWeb(): Promise<void> {
  const texts = readTexts();
  await build(browserConfig);
  await build(prerendererConfig);
  const manifestFile = join(distDirectory, 'vite-manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  await writeRouteParts(manifest);
  const guestPages = await writeGuestPages(manifest, texts);
  await writeTexts(texts);
  await writeGuides(distDirectory);
  await compressFiles(join(distDirectory, 'assets'));
  await writeManifest(guestPages);
  await Promise.all([rm(manifestFile), rm(prerendererDirectory, { recursive: true })]);
}

if (import.meta.main) await buildWeb();
