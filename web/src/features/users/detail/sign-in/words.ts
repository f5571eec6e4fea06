import type { SignInObstacle } from '#contract/sign-in/user-sign-in.ts';
import type { Translate } from '../../../../i18n/keys.ts';

type Address = { address: string | null };
type Format = { time: (moment: string) => string };

/** What is in the way, as a sentence. */
export function obstacleWords(t: Translate, obstacle: SignInObstacle, { address, time }: Address & Format): string {
  const { check, at, until, failures } = obstacle;
  switch (check) {
    case 'not_locked':
    case 'not_stopped':
      return blocked('locked');
    case 'door_open':
      return blocked(at === 'devices' ? 'devicesBlocked' : 'browsersBlocked');
    case 'registered':
      return address ? t('users.obstacle.invited', { address }) : t('users.obstacle.notInvitable');
    case 'way_offered':
      return address ? t('users.obstacle.emailOnlyWaiting', { address }) : t('users.obstacle.emailOnly');
    case 'address_confirmed':
      return t('users.obstacle.addressWaiting', { address: address ?? '' });
    default:
      return t(`users.obstacle.${check}`);
  }
  function blocked(what: 'locked' | 'browsersBlocked' | 'devicesBlocked') {
    const count = failures ?? 0;
    return until
      ? t(`users.obstacle.${what}Until`, { count, time: time(until) })
      : t(`users.obstacle.${what}`, { count });
  }
}
