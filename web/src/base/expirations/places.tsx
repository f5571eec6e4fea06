import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Expiration, FailingConnection } from '#contract/site/expirations.ts';
import { paths } from '../paths.ts';

type Props = { children?: ReactNode };

/** The way to where something is renewed. */
export function RenewalLink({ of: { kind, id }, ...props }: Props & { of: Pick<Expiration, 'kind' | 'id'> }) {
  const search = { tab: 'certificates' } as const;
  if (kind === 'samlConnection')
    return <Link {...props} to="/portal/tenant/saml-settings/$samlId" params={{ samlId: id }} search={search} />;
  if (kind === 'samlApp')
    return (
      <Link {...props} to="/portal/tenant/saml-idp-settings/$samlSpId" params={{ samlSpId: id }} search={search} />
    );
  if (kind === 'samlSigning' || kind === 'samlRequests' || kind === 'samlEncryption')
    return <Link {...props} to={paths.certificates} hash="own-keys" />;
  if (kind === 'oauthSecret') return <Link {...props} to="/portal/oauth-apps/$clientId" params={{ clientId: id }} />;
  return <Link {...props} to="/portal/email-domains/$domain" params={{ domain: id }} />;
}

/** The way to the sign-ins of a connection, with the causes of those that failed. */
export function FailuresLink({ of: { type, id }, ...props }: Props & { of: Pick<FailingConnection, 'type' | 'id'> }) {
  const search = { tab: 'answers' } as const;
  return type === 'saml' ? (
    <Link {...props} to="/portal/tenant/saml-settings/$samlId" params={{ samlId: id }} search={search} />
  ) : (
    <Link {...props} to="/portal/openid-providers/$opId" params={{ opId: id }} search={search} />
  );
}
