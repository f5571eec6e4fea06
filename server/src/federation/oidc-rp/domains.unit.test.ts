import { expect, test } from 'vitest';
import { domainCause } from './domains.ts';

const rules = (enabled: string[], disabled: string[] = []) => ({
  enabled_domains: enabled,
  disabled_domains: disabled,
});
const verified = (email: unknown) => ({ email, email_verified: true });

test.each([
  [rules([]), {}, null],
  [rules([]), { email: 'nonsense' }, null],
  [rules(['a.example']), verified('x@a.example'), null],
  [rules(['a.example']), verified('x@A.Example'), null],
  [rules(['a.example']), { email: 'x@a.example', xms_edov: '1' }, null],
  [rules(['a.example']), verified('x@b.example'), 'domain_not_allowed'],
  [rules(['a.example']), verified('x@sub.a.example'), 'domain_not_allowed'],
  [rules(['a.example']), verified('x@a.example.b.example'), 'domain_not_allowed'],
  [rules(['a.example']), { email: 'x@a.example' }, 'address_unverified'],
  [rules(['a.example']), { email: 'x@a.example', email_verified: 'true' }, 'address_unverified'],
  [rules(['a.example']), { preferred_username: 'x@a.example', email_verified: true }, 'address_missing'],
  [rules(['a.example']), verified(''), 'address_missing'],
  [rules(['a.example']), verified(['x@a.example']), 'address_missing'],
  [rules(['a.example']), verified('x@a.example, y@b.example'), 'address_invalid'],
  [rules([], ['b.example']), verified('x@a.example'), null],
  [rules([], ['b.example']), verified('x@B.example'), 'domain_not_allowed'],
  [rules([], ['b.example']), { email: 'x@a.example' }, 'address_unverified'],
  [rules([], ['b.example']), {}, 'address_missing'],
  [rules(['a.example', 'b.example'], ['b.example']), verified('x@b.example'), 'domain_not_allowed'],
])('%j %j: %s', (given, said, cause) => expect(domainCause(given, said)).toBe(cause));
