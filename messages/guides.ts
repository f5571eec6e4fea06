// Guides in Markdown, as data: the build writes them for the pages, the check holds them. Only what the page can show is
// allowed: a title, headings, paragraphs, lists, tables, strong words, code and links within the portal; no HTML, no images.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens } from 'marked';
import { fallbackLanguage } from '#contract/languages.ts';
import {
  type Guide,
  type GuideBlock,
  type GuideEntry,
  type GuideId,
  type GuidePiece,
  guides,
} from '#contract/site/guides.ts';
import { isPortalAddress } from '#contract/site/portal-addresses.ts';

const LINK = /^\/(?:portal|help)\/[\w./?=&-]+$/;

/** Throws where a text holds what a guide may not. */
export class GuideError extends Error {}

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

function pieces(tokens: readonly Token[] = []): GuidePiece[] {
  return tokens.flatMap((token): GuidePiece[] => {
    if (token.type === 'text' || token.type === 'escape') {
      const { tokens: inner, text } = token as Tokens.Text;
      return inner ? pieces(inner) : [unescaped(text).replace(/\s*\n\s*/g, ' ')];
    }
    if (token.type === 'strong') return [{ strong: pieces(token.tokens) }];
    if (token.type === 'codespan') return [{ code: unescaped((token as Tokens.Codespan).text) }];
    if (token.type === 'link') {
      const { href, tokens: words } = token as Tokens.Link;
      if (!LINK.test(href)) throw new GuideError(`links to ${href}, which is no page of the portal`);
      return [{ link: href, words: pieces(words) }];
    }
    throw new GuideError(`holds ${token.type}: ${token.raw.slice(0, 40)}`);
  });
}

function block(token: Token): GuideBlock[] {
  if (token.type === 'space') return [];
  if (token.type === 'heading' && (token as Tokens.Heading).depth === 2) return [{ heading: pieces(token.tokens) }];
  if (token.type === 'paragraph') return [{ paragraph: pieces(token.tokens) }];
  if (token.type === 'list') {
    const { items, ordered } = token as Tokens.List;
    return [{ list: items.map((item) => pieces(item.tokens)), ordered }];
  }
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    const cells = (row: Tokens.TableCell[]) => row.map((cell) => pieces(cell.tokens));
    return [{ table: { head: cells(header), rows: rows.map(cells) } }];
  }
  throw new GuideError(`holds ${token.type}: ${token.raw.slice(0, 40)}`);
}

const wordsOf = (line: readonly GuidePiece[]): string =>
  line
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return piece.code;
      return wordsOf('strong' in piece ? piece.strong : piece.words);
    })
    .join('');

/**
 * Reads a guide: `Search: words, divided, by commas`, an empty line, `# Title`, a paragraph that says what it is about, the
 * rest. Throws GuideError.
 */
export function readGuide(id: GuideId, language: string, source: string): { guide: Guide; entry: GuideEntry } {
  const [, search = '', body = ''] = /^Search: ([^\n]*)\n\n([\s\S]*)$/.exec(source) ?? [];
  if (!body) throw new GuideError('does not begin with "Search: …" and an empty line');
  const [title, ...rest] = lexer(body).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1) throw new GuideError('has no title');
  const blocks = rest.flatMap(block);
  const [first] = blocks;
  if (!first || !('paragraph' in first)) throw new GuideError('does not begin with a paragraph');
  const words = { id, title: wordsOf(pieces(title.tokens)) };
  const [lead = ''] = wordsOf(first.paragraph).match(/^.*?[.。](?=\s|$|[^\w])/u) ?? [wordsOf(first.paragraph)];
  return {
    guide: { ...words, language, blocks },
    entry: { ...words, lead, search: search.split(/[,、]\s*/).filter(Boolean) },
  };
}

const sourceOf = (id: GuideId, language: string) => new URL(`${language}/guides/${id}.md`, import.meta.url);

/** Whether a language has a guide of its own. */
export const hasGuide = (id: GuideId, language: string) => existsSync(sourceOf(id, language));

/** A guide in a language, in English where it has none. Throws GuideError. */
export function loadGuide(id: GuideId, language: string) {
  const own = hasGuide(id, language) ? language : fallbackLanguage;
  return readGuide(id, own, readFileSync(sourceOf(id, own), 'utf8'));
}

/** What is wrong with the guides of a language: none missing, none that nobody links, all readable, all links to guides good. */
export function guideFailures(language: string): string[] {
  const folder = new URL(`${language}/guides/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const known = new Set(guides.map((id) => `${id}.md`));
  const strange = files.filter((file) => !known.has(file)).map((file) => `${language}: guides/${file} is no guide`);
  const broken = guides.flatMap((id) => {
    if (!hasGuide(id, language)) return [`${language}: guides/${id}.md is missing`];
    const source = readFileSync(sourceOf(id, language), 'utf8');
    const links = [...source.matchAll(/\]\((\/[^)?]+)/g)].map(([, address = '']) => address);
    const lost = links.filter((address) => {
      const [, guide] = /^\/help\/(.+)$/.exec(address) ?? [];
      return guide ? !(guides as readonly string[]).includes(guide) : !isPortalAddress(address, false);
    });
    try {
      readGuide(id, language, source);
    } catch (error) {
      if (!(error instanceof GuideError)) throw error;
      return [`${language}: guides/${id}.md ${error.message}`];
    }
    return lost.map((address) => `${language}: guides/${id}.md links to ${address}, which does not exist`);
  });
  return [...strange, ...broken];
}
