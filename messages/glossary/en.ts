import type { Glossary } from '../glossary.ts';

const operators = ['operator', 'dev', 'api'];
const explains = /(?:help|why|lead|consequence)(?:_\w+)?$/i;

/** Portico’s English, as far as a pattern can tell. */
export const glossary = {
  quotes: '“”‘’',
  rows: [
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
    { say: 'turn on, turn off', not: /\bswitch(?:es|ed)? (?:it )?o(?:n|ff)\b/i },
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
} satisfies Glossary;
