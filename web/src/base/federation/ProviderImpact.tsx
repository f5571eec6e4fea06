import type { UseQueryResult } from '@tanstack/react-query';
import { displayName } from '#contract/display.ts';
import type { ConnectionImpact } from '#contract/sign-in/connection-impact.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import parts from '../../ui/form/parts.module.css';
import { Loaded } from '../Loaded.tsx';

/** Who could not sign in any more without an identity provider, in numbers; the administrators among them by name. */
export function ProviderImpact({ query }: { query: UseQueryResult<ConnectionImpact> }) {
  const t = useT();
  return (
    <Loaded query={query} height={96} inCard failedTitle={t('openid.impactFailed')}>
      {(impact) => <Numbers impact={impact} />}
    </Loaded>
  );
}

function Numbers({ impact }: { impact: ConnectionImpact }) {
  const t = useT();
  const language = useLanguage();
  const { users, withoutOther, byMail, administrators, administratorsTotal, you, lastAdministrator } = impact;
  const more = administratorsTotal - administrators.length;
  if (users === 0) return <p>{t('openid.impactNoUser')}</p>;
  return (
    <>
      <p>
        {t('openid.impactUsers', { count: users })}{' '}
        {withoutOther === 0 ? t('openid.impactElse') : t('openid.impactWithoutOther', { count: withoutOther })}
        {byMail > 0 ? ` ${t('openid.impactByMail', { count: byMail })}` : null}
      </p>
      {administrators.length > 0 ? (
        <>
          <p>{t('openid.impactAdministrators', { count: administratorsTotal })}</p>
          <ul>
            {administrators.map((user) => (
              <li key={user.userId}>{displayName(user, language)}</li>
            ))}
            {more > 0 ? <li>{t('openid.impactMore', { count: more })}</li> : null}
          </ul>
        </>
      ) : null}
      {lastAdministrator ? <p className={parts.danger}>{t('openid.impactLast')}</p> : null}
      {you && !lastAdministrator ? <p className={parts.danger}>{t('openid.impactYou')}</p> : null}
    </>
  );
}
