import { useEffect, useState } from 'react';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { failureWords } from '../login/federated/complete-round.ts';
import { takeReturned } from '../login/returned.ts';
import { useProviders } from '../login/use-providers.ts';
import { type Registering, registerWith } from './register-with.ts';

/** The identity providers of the organization, as other ways to complete a registration than a password. */
export function ByProvider({ tenantId, ...registering }: { tenantId: string } & Registering) {
  const { t } = useGuest();
  const offered = useProviders(tenantId);
  const [failure, setFailure] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the browser came back with
  useEffect(() => {
    const returned = takeReturned();
    if (returned === null || !('failure' in returned)) return;
    failureWords(returned.failure).then(
      (words) => setFailure(words ?? t('guest.unknownError')),
      () => setFailure(t('guest.unreachable')),
    );
  }, []);
  return (
    <>
      <FormAlert alert={failure === undefined ? undefined : { text: failure, count: 1 }} />
      {offered ? (
        <>
          <div className="g-or">{t('registration.or')}</div>
          <offered.Buttons {...offered} registers={(chosen) => registerWith(chosen, registering)} />
        </>
      ) : null}
    </>
  );
}
