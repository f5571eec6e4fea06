const standard = 'the name OpenID Connect has for it';
const provider = 'the provider calls what it offers a service';

/** Texts that may break a row of the glossary, each with its reason. */
export const exceptions: Readonly<Record<string, string>> = {
  'en:errors.logout_not_delivered': standard,
  'ja:errors.logout_not_delivered': standard,
  'en:mail.operatorChangedClient.line1': provider,
};

/** Areas not rewritten yet. The list only shrinks. */
export const pendingAreas: readonly string[] = [
  'events',
  'groups',
  'history',
  'logs',
  'permissions',
  'users',
];
