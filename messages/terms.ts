/**
 * What Portico speaks of most, and how an English text names it. Where it does, each other language uses the word its
 * glossary has for it.
 */
export const terms = {
  administrator: /\badministrators?\b/i,
  app: /\bapps?\b/i,
  certificate: /\bcertificates?\b/i,
  connection: /\bconnections?\b/i,
  customField: /\bcustom fields?\b/i,
  device: /\bdevices?\b/i,
  domain: /\bdomains?\b/i,
  email: /\bemails?\b/i,
  group: /\bgroups?\b/i,
  guide: /\bguides?\b/i,
  invite: /\binvit(?:e|es|ed|ing|ations?)\b/i,
  job: /\bjobs?\b/i,
  license: /\blicenses?\b/i,
  mfa: /\bMFA\b|\bmulti-factor authentication\b/i,
  oneTimeCode: /\bone-time codes?\b/i,
  organization: /\borganizations?\b/i,
  password: /\bpasswords?\b/i,
  policy: /\bpolic(?:y|ies)\b/i,
  recoveryCode: /\brecovery codes?\b/i,
  role: /\broles?\b/i,
  seat: /\bseats?\b/i,
  session: /\bsessions?\b/i,
  signIn: /\bsign(?:s|ed|ing)?[- ]ins?\b/i,
  signOut: /\bsign(?:s|ed|ing)?[- ]outs?\b/i,
  token: /\btokens?\b/i,
  user: /\busers?\b/i,
} as const;

export type Term = keyof typeof terms;
