import type { Glossary } from '../glossary.ts';

const operators = ['operator', 'dev', 'api'];

export const glossary = {
  quotes: '「」『』',
  // The words a file of users uses for what to do with a row.
  ownWords: ['delete'],
  same: [
    'history.target_webhook',
    'webhooks.webhook',
    'history.source_aad',
    'history.source_okta',
    'openid.kind_oidc',
    'openid.kind_office365',
    'samlIdp.nameTitle',
    'samlIdp.nameFormat_basic',
  ],
  rows: [
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
  terms: {},
} satisfies Glossary;
