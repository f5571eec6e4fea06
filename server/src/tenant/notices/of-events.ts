import type { EventType } from '#contract/events.ts';
import { type Happened, on } from '../../platform/events/consumers.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Notice, type NoticeKind, noticeTime, queueNotices } from './notices.ts';

type Due = Pick<Notice, 'kind' | 'variables' | 'to'>;
type DueOf = (happened: Happened) => readonly Due[];

const always =
  (kind: NoticeKind): DueOf =>
  () => [{ kind }];

const passwordChanged = always('passwordChanged');

/** How many sessions ended that the person did not end there and then; none: no mail. */
const sessionsEnded = (count: unknown): Due[] =>
  typeof count === 'number' && count > 0 ? [{ kind: 'sessionsEnded', variables: { count } }] : [];
const signedOut: DueOf = ({ changes }) => sessionsEnded(changes.openSessions?.before);
/** Of what the person did: `sessions` says how many ended by it. */
const othersEnded: DueOf = ({ changes }) => sessionsEnded((changes.sessions?.after as { ended?: number })?.ended);

const mfaDisabled = (isDue: boolean): Due[] => (isDue ? [{ kind: 'mfaDisabled' }] : []);

const account =
  (...whats: ('Added' | 'Removed')[]): DueOf =>
  ({ facts }) =>
    whats.map((what) => ({
      kind: facts.type === 'card' ? `card${what}` : `deviceAccount${what}`,
      variables: { hint: facts[`hint${what}`] as string, deviceType: facts.deviceType as string },
    }));

/**
 * The mails that tell a person of what happened to their account (standards 12). One is not here: a user who loses the
 * address to sign in with is told by `people/changes/consequences.ts`.
 */
const notices: Partial<Record<EventType, DueOf>> = {
  'user.passwordChanged': passwordChanged,
  'user.passwordReset': passwordChanged,
  'user.passwordSet': passwordChanged,
  'user.oneTimePasswordSet': ({ changes }) => {
    const until = new Date(String(changes.oneTimePasswordUntil?.after));
    return [{ kind: 'oneTimePassword', variables: (receiver) => ({ until: noticeTime(until, receiver) }) }];
  },
  'user.newPasswordRequired': signedOut,
  'user.totpActivated': always('mfaEnabled'),
  'user.totpRemoved': ({ facts }) => mfaDisabled(facts.wasEnabled === true),
  'user.mfaDropped': () => mfaDisabled(true),
  // The log of an administrator's act says whether MFA was on, that of the operator's how many apps there were.
  'user.mfaReset': (happened) => [
    ...signedOut(happened),
    ...mfaDisabled(
      happened.actor.type === 'operator'
        ? Number(happened.changes.totp?.before) > 0
        : happened.changes.mfaEnabled?.before === true,
    ),
  ],
  'user.recoveryCodesRenewed': always('recoveryCodesRenewed'),
  'user.recoveryCodeUsed': ({ facts }) => [{ kind: 'recoveryCodeUsed', variables: { count: facts.left as number } }],
  'user.pinIssued': always('pinIssued'),
  'user.pinRemoved': always('pinRemoved'),
  'user.accountAdded': account('Added'),
  'user.accountReplaced': account('Removed', 'Added'),
  'user.accountRemoved': account('Removed'),
  'user.externalAccountLinked': ({ facts }) => [
    { kind: 'externalAccountLinked', variables: { provider: facts.provider as string } },
  ],
  'user.externalAccountUnlinked': ({ facts }) => [
    { kind: 'externalAccountUnlinked', variables: { provider: facts.provider as string } },
  ],
  'user.addressConfirmed': ({ changes: { loginMailAddress } }) => {
    const { before, after } = (loginMailAddress ?? {}) as { before?: string | null; after?: string };
    const notice = { kind: 'mailAddressChanged', variables: { mailAddress: after ?? '' } } as const;
    const hasMoved = before && before.toLowerCase() !== after?.toLowerCase();
    return hasMoved ? [notice, { ...notice, to: before }] : [notice];
  },
  'user.deactivated': ({ changes: { status } }) => (status?.after === 'inactive' ? [{ kind: 'userDeactivated' }] : []),
  // A user who is only invited again has nothing to sign in with.
  'user.activated': ({ changes: { status } }) => (status?.after === 'active' ? [{ kind: 'userActivated' }] : []),
  'user.signedOut': signedOut,
  'user.otherSessionsEnded': othersEnded,
  'login.disowned': othersEnded,
  'user.unlocked': ({ changes, actor }) =>
    actor.type === 'person' && changes.status?.before === 'locked' ? [{ kind: 'userUnlocked' }] : [],
  'user.locked': ({ facts }) => (facts.isDue ? [{ kind: 'accountLocked' }] : []),
  'user.unknownBrowsersStopped': ({ facts }) => (facts.isDue ? [{ kind: 'signInStopped' }] : []),
  'user.devicesStopped': ({ facts }) => (facts.isDue ? [{ kind: 'signInStopped' }] : []),
  'signIn.succeeded': ({ facts }) => (facts.newBrowser ? [{ kind: 'newSignIn' }] : []),
};

/** The mails that are due to a person after an event. */
export const noticesOf = (happened: Happened): readonly Due[] => notices[happened.type]?.(happened) ?? [];

const notify = (tools: Tools, tx: Tx, all: readonly Happened[]): Promise<void> =>
  queueNotices(
    tools,
    tx,
    all.flatMap((happened) => {
      const { type, targetId, actor, at: now, client } = happened;
      // A sign-in is disowned by the person whose it is.
      const userUuid = type === 'login.disowned' ? actor.id : targetId;
      return userUuid === undefined ? [] : noticesOf(happened).map((due) => ({ userUuid, client, now, ...due }));
    }),
  );

/** Makes the notices consumers of their events. */
export const consumeForNotices = (): void => on(Object.keys(notices) as EventType[], notify);
