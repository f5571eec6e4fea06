import type { AreaTexts } from './catalog.ts';

/** One row of the glossary: what must not be said, and what to say instead. */
export interface Row {
  say: string;
  not: RegExp;
  /** Only texts whose key matches. */
  keys?: RegExp;
  /** Areas whose readers use the word: the operator's pages speak of tenants. */
  exceptIn?: readonly string[];
}

/** `language:area.key` → why this text may break a row. */
export type Exceptions = Readonly<Record<string, string>>;

const operators = ['operator', 'dev', 'api'];
/** Words that people type into the palette and never read: those of other products too. */
const typed = /^palette\.(?!kind|recent|act\.\w+(?<!Words)$)/;
const explains = /(?:help|why|lead|consequence)(?:_\w+)?$/i;

/** How Portico speaks, as far as a pattern can tell. Placeholders are out of the texts by then. */
export const glossary: Readonly<Record<string, readonly Row[]>> = {
  en: [
    { say: 'email, email address', not: /\b(?:e-)?mail(?:s|ed|ing|box|boxes)?\b(?! servers?\b)/i },
    { say: 'sign in, sign-in', not: /\b(?:log(?:s|ged|ging)?[ -](?:in|on|out|off)|log(?:in|on|out)s?)\b/i },
    { say: 'organization ("tenant ID" stays)', not: /\btenants?\b(?! IDs?\b)/i, exceptIn: operators },
    { say: 'MFA, authenticator app, one-time code', not: /\b(?:second[- ]factors?|proofs?|two-factor|two-step)\b/i },
    { say: 'app', not: /\bapplications?\b/i },
    {
      say: 'app (service is the provider’s word)',
      not: /(?<!self-)\bservices?\b(?! providers?\b)/i,
      exceptIn: operators,
    },
    { say: 'assign, remove', not: /\b(?:permit(?:s|ted|ting)?|gives?|given(?! name)|gave|giving)\b/i },
    { say: 'remove', not: /\b(?:takes?|taken|took|taking) (?:\S+ ){0,3}?(?:away|out|back)\b/i },
    { say: 'add, remove', not: /\bputs? (?:\S+ ){0,3}?(?:in|into|out|back)\b/i },
    { say: 'user, administrator, you', not: /\b(?:(?:some|no|every|any)body|who(?:so)?ever|persons?|people)\b/i },
    { say: 'custom field', not: /\b(?:own|custom) items?\b/i },
    { say: 'job', not: /\blong work\b/i },
    { say: 'invite, invitation', not: /\b(?:get people in|register(?:s|ed)? (?:somebody|someone|people))\b/i },
    { say: 'failed sign-in', not: /\b(?:refused (?:try|tries|sign-ins?)|tries that (?:were|are) refused)\b/i },
    { say: 'create', not: /\b(?:make|made) (?:an? )?(?:new )?(?:URLs?|links?|codes?|PINs?|keys?|tokens?)\b/i },
    { say: 'create a PIN', not: /\bissu(?:e[sd]?|ing)\b[^.]*\bPINs?\b|\bPINs?\b[^.]*\bissued\b/i },
    { say: 'bulk email, bulk action', not: /\bmailings?\b|\bbulk operations?\b/i },
    { say: 'select, deselect', not: /\b(?:un)?tick(?:s|ed|ing)?\b/i },
    { say: 'over the limit', not: /\bover-?use[ds]?\b/i },
    { say: 'applies to, affects', not: /\b(?:touch(?:es|ed|ing)?|counts (?:for|from|only|again|once))\b/i },
    { say: 'will, must, or the present', not: /\bshall\b/i },
    { say: 'is pending, is shown, is deleted', not: /\b(?:stands?|waits|hangs?|goes|wears?)\b/i },
    { say: 'Couldn’t load …', not: /\b(?:could not be|could not|couldn[’']t be)\b/i },
    { say: 'what happened, why, and the next step', not: /\b(?:something went wrong|unexpected error|oops)\b/i },
    { say: 'action', not: /\bacts?\b/i },
    { say: 'Clear selection, Add, View, Type', not: /\b(?:choose none|kind of thing|look into|own words)\b/i },
    { say: 'must, or the active voice', not: /\bha(?:s|ve) to be\b/i },
    { say: 'two sentences (no semicolon)', not: /;/ },
    { say: 'a sentence (no colon for a verb)', not: /[a-z]: [a-z][^:]*\.$|\b(?:off|on): /i, exceptIn: operators },
    { say: 'what happens, not what it is', not: /^(?:what|who|whom|whose|how|which)\b[^?]*$/i, keys: explains },
    { say: 'a typographic apostrophe (’)', not: /\w'\w|\w' / },
  ],
  ja: [
    { say: 'サインイン', not: /ログイン|ログオン|ログアウト/ },
    { say: 'カスタム項目', not: /独自(?:の)?項目/ },
    { say: '提供元', not: /提供者/ },
    { say: '誰', not: /だれ/ },
    { say: '主語を省く', not: /あなた/ },
    { say: 'ルール', not: /規則/ },
    { say: '多要素認証', not: /(?:二|2|２|第 ?2 ?)要素|二段階認証|2 段階認証/ },
    { say: 'アプリ', not: /アプリケーション/ },
    { say: '使用数, ライセンス数, 空き', not: /シート/ },
    { say: 'PIN を作成', not: /PIN[^。]*発行|発行[^。]*PIN/ },
    { say: '一括送信, 一括操作', not: /一斉|一括変更/ },
    { say: '組織（テナント ID はそのまま）', not: /テナント(?! ?ID)/, exceptIn: operators },
    { say: 'ユーザー, サーバー, フォルダー', not: /ユーザ(?!ー)|サーバ(?!ー)|フォルダ(?!ー)|ブラウザ(?!ー)/ },
    { say: '有効なセッション', not: /開いているセッション/ },
    { say: '英数字の前後に半角スペース', not: /[ぁ-んァ-ヶー一-龠々][A-Za-z0-9]|[A-Za-z0-9][ぁ-んァ-ヶー一-龠々]/ },
    { say: '全角の（ ）', not: /[()]/ },
    { say: '全角の：', not: /[ぁ-んァ-ヶー一-龠々]:|: [ぁ-んァ-ヶー一-龠々〇]/ },
    { say: '約物の前後に空白を入れない', not: /[ \u3000][、。（）：「」]|[、。（）：「」][ \u3000]/ },
    { say: '文中に不要な空白を入れない', not: /[ぁ-んァ-ヶー一-龠々] [ぁ-んァ-ヶー一-龠々]/ },
    { say: 'です・ます体', not: /である。|(?<!ま)だ。/ },
  ],
};

/** Words in the longest sentence that a text of this key may hold (English). */
function mostWords(key: string): number {
  if (/lead$/i.test(key)) return 15;
  return explains.test(key) ? 12 : 25;
}

/** A figure stands for a placeholder whose value is one, so that spacing rules see it; others vanish. */
function plain(language: string, text: string): string {
  const bare = text.replace(/<\/?\w+>/g, '');
  if (language !== 'ja') return bare.replace(/\{\{\w+\}\}/g, '0');
  return bare
    .replace(/\{\{(?:count|total|most|least|from|to|of|days|minutes|hours|number|rows|done)\}\}/g, '0')
    .replace(/\{\{\w+\}\}/g, '〇');
}

function longSentences(key: string, text: string): string[] {
  const most = mostWords(key);
  return text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
    .filter((words) => words > most)
    .map((words) => `has a sentence of ${words} words, ${most} are the most`);
}

/** What one text says against the glossary of its language. */
export function offences(language: string, area: string, key: string, text: string): string[] {
  const words = plain(language, text);
  const said = (glossary[language] ?? [])
    .filter(({ keys, exceptIn }) => (!keys || keys.test(key)) && !exceptIn?.includes(area))
    .flatMap(({ say, not }) => {
      const found = not.exec(words)?.[0];
      return found === undefined ? [] : [`says "${found.trim()}", the glossary says: ${say}`];
    });
  return language === 'en' ? [...said, ...longSentences(key, words)] : said;
}

/** Texts that break the glossary without a reason, and reasons without need. */
export function checkWords(catalogs: Record<string, Record<string, AreaTexts>>, exceptions: Exceptions): string[] {
  const failures: string[] = [];
  const unused = new Set(Object.keys(exceptions));
  for (const language of Object.keys(glossary))
    for (const [area, texts] of Object.entries(catalogs[language] ?? {}))
      for (const [key, text] of Object.entries(texts)) {
        const found = typed.test(`${area}.${key}`) ? [] : offences(language, area, key, String(text));
        if (found.length === 0) continue;
        const address = `${language}:${area}.${key}`;
        unused.delete(address);
        if (!(address in exceptions)) failures.push(...found.map((what) => `${language}: ${area}.${key} ${what}`));
      }
  for (const address of unused) failures.push(`glossary: ${address} needs no exception`);
  return failures;
}
