import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { SignInObstacle, UserSignIn } from '#contract/sign-in/user-sign-in.ts';
import { formatDateTime } from '#contract/display.ts';
import type { User } from '#contract/people/users-fields.ts';
import { Loaded } from '../../../../base/Loaded.tsx';
import { paths } from '../../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { actsFor, type UserAct } from '../acts.ts';
import { userSignInQuery } from '../../queries.ts';
import classes from './sign-in.module.css';
import { obstacleWords } from './words.ts';

type Props = {
  user: User;
  busy: boolean;
  onAct: (act: UserAct) => void;
  /** To the field where an address is missing. */
  onAddAddress: () => void;
};

/** Whether this user can sign in, by the sign-in's own rules; what is in the way, each with its remedy. */
export function SignInState(props: Props) {
  const t = useT();
  const { tenantId, userId } = props.user;
  const query = useQuery(userSignInQuery(tenantId, userId));
  return (
    <Loaded query={query} height={58} failedTitle={t('users.standing.failedTitle')}>
      {(standing) => <State {...props} standing={standing} />}
    </Loaded>
  );
}

const kindOf = ({ maySignIn, obstacles }: UserSignIn) => {
  if (!maySignIn) return 'refused';
  return obstacles.length > 0 ? 'partly' : 'allowed';
};

function State({ standing, ...props }: Props & { standing: UserSignIn }) {
  const t = useT();
  const id = useId();
  const { loginTypes, byProvider, obstacles, demands } = standing;
  const kind = kindOf(standing);
  const Icon = kind === 'allowed' ? IconCircleCheck : IconAlertTriangle;
  const ways = loginTypes.length > 1 ? 'all' : (loginTypes[0] ?? (byProvider ? 'provider' : 'userId'));
  const { user, busy, onAct } = props;
  const mayChange = useMe().permissions.includes('users:write');
  const guides = mayChange && demands.includes('mfaSetup') && actsFor(user).includes('sendMfaGuide');
  return (
    <section className={classes.state} data-kind={kind} aria-labelledby={id}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div className={classes.words}>
        <h2 id={id}>{t(kind === 'refused' ? 'users.standing.refused' : `users.standing.allowed_${ways}`)}</h2>
        <ul className={classes.obstacles}>
          {kind !== 'refused' && byProvider && loginTypes.length > 0 ? (
            <li>{t('users.standing.alsoByProvider')}</li>
          ) : null}
          {obstacles.map((one) => (
            <Obstacle key={`${one.check} ${one.at}`} {...props} obstacle={one} />
          ))}
          {demands.map((one) => (
            <li key={one}>
              <span>{t(`users.standing.demand_${one}`)}</span>
              {one === 'mfaSetup' && guides ? (
                <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onAct('sendMfaGuide')}>
                  {t('users.act.sendMfaGuide')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Obstacle({ obstacle, user, ...props }: Props & { obstacle: SignInObstacle }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const time = (moment: string) => formatDateTime(new Date(moment), language, zone);
  return (
    <li>
      <span>{obstacleWords(t, obstacle, { address: user.nextLoginMailAddress, time })}</span>
      <Remedy obstacle={obstacle} user={user} {...props} />
    </li>
  );
}

/** Undefined where the one who looks has not the right. */
function Remedy({ obstacle: { remedy }, user, busy, onAct, onAddAddress }: Props & { obstacle: SignInObstacle }) {
  const t = useT();
  const { permissions } = useMe();
  if (remedy === 'changePolicy')
    return permissions.includes('tenant:read') ? (
      <Link to={paths.tenant('login-settings')}>{t('users.remedy.changePolicy')}</Link>
    ) : null;
  if (!remedy || !permissions.includes('users:write')) return null;
  if (remedy === 'addAddress')
    return user.readOnlyFields.includes('loginMailAddress') ? null : (
      <Button size="compact-sm" variant="default" onClick={onAddAddress}>
        {t('users.remedy.addAddress')}
      </Button>
    );
  if (!actsFor(user).includes(remedy)) return null;
  return (
    <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onAct(remedy)}>
      {t(remedy === 'sendConfirmation' ? 'users.remedy.sendConfirmation' : `users.act.${remedy}`)}
    </Button>
  );
}
