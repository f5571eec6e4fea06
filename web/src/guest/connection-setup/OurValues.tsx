import { CopyButton } from '../../guest-kit/CopyButton.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import type { ConnectionSetup } from './setup-calls.ts';

/** What is entered at the identity provider. */
export function OurValues({ setup: { saml, openid } }: { setup: ConnectionSetup }) {
  const { t } = useGuest();
  const values = saml
    ? [
        [t('connectionSetup.ourEntityId'), saml.ours.entityId],
        [t('connectionSetup.ourAcsUrl'), saml.ours.acsUrl],
        [t('connectionSetup.ourMetadataUrl'), saml.ours.metadataUrl],
      ]
    : [[t('connectionSetup.ourRedirectUri'), openid?.redirectUri ?? '']];
  return (
    <dl className="g-facts">
      {values.map(([name = '', value = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="g-code">{value}</span>{' '}
            <CopyButton text={value} label={t('connectionSetup.copy', { name })} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
