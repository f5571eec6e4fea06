import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import { Link } from '@tanstack/react-router';
import type { Me } from '#contract/sign-in/me.ts';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx';
import { codesState, passwordAgeDays, secondFactorState } from './security-state.ts';
import { type Fact, Facts, TopCard } from './TopCard.tsx';

const factorTone: Record<ReturnType<typeof secondFactorState>, Tone> = {
  on: 'good',
  off: 'warning',
  unavailable: 'neutral',
};
const codesTone: Record<ReturnType<typeof codesState>, Tone> = { enough: 'good', few: 'warning', none: 'bad' };

/** How well the account is protected, and the page that mends what is not. */
export function SecurityCard({ me }: { me: Me }) {
  const t = useT();
  const factor = secondFactorState(me);
  const codes = codesState(me.recoveryCodesLeft);
  const age = passwordAgeDays(me.passwordChangedAt, new Date());
  const facts: Fact[] = [
    {
      name: t('top.secondFactor'),
      value: <StatusBadge tone={factorTone[factor]}>{t(`top.secondFactor_${factor}`)}</StatusBadge>,
    },
  ];
  if (factor === 'on') {
    const left = t('top.codesLeft', { count: me.recoveryCodesLeft });
    facts.push({ name: t('top.recoveryCodes'), value: <StatusBadge tone={codesTone[codes]}>{left}</StatusBadge> });
  }
  facts.push({
    name: t('common.password'),
    value:
      age === undefined ? t('top.noPassword') : t(age === 0 ? 'top.passwordToday' : 'top.passwordAge', { count: age }),
  });
  return (
    <TopCard
      icon={IconShieldLock}
      title={t('top.security')}
      link={
        <>
          <Link to={paths.account('mfa_settings')}>{t(factor === 'off' ? 'top.setUpFactor' : 'top.toFactor')}</Link>
          {age === undefined ? null : (
            <Link to={paths.account('change_password')}>{t('ui.account.change_password')}</Link>
          )}
        </>
      }
    >
      <Facts facts={facts} />
    </TopCard>
  );
}
