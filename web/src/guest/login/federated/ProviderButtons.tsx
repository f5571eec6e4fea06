import type { OfferedProvider } from '#contract/sign-in/login.ts';
import { Button } from '../../../guest-kit/Button.tsx';
import { useGuest } from '../../../guest-kit/context.tsx';
import { FormAlert } from '../../../guest-kit/FormAlert.tsx';
import { useAct } from '../../../guest-kit/use-act.ts';
import { inOrder, leaveFor } from './departures.ts';

/** What the sign-in page needs only where there are providers, loaded together. */
export { complete, failureWords } from './complete-round.ts';

export type ProviderButtonsProps = {
  tenantId: string;
  providers: readonly OfferedProvider[];
  /** What a button does; without it, a sign-in. */
  registers?: (chosen: OfferedProvider) => Promise<void>;
};

/** The other ways to sign in to a tenant: one button for each of its identity providers. */
export function ProviderButtons({ tenantId, providers, registers }: ProviderButtonsProps) {
  const { t } = useGuest();
  const { run, busyWith, alert } = useAct<OfferedProvider>((chosen) =>
    registers ? registers(chosen) : leaveFor({ ...chosen, tenantId }),
  );
  return (
    <>
      <FormAlert alert={alert} />
      <ul className="g-providers">
        {inOrder(tenantId, providers).map((provider) => (
          <li key={`${provider.type}/${provider.id}`}>
            <Button look="quiet" busy={busyWith === provider} onClick={() => run(provider)}>
              {t(registers ? 'registration.registerWith' : 'login.signInWith', { name: provider.displayName })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
