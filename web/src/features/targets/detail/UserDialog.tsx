import { dash, formatDateTime } from '#contract/display.ts';
import type { ProvisionedState, TargetDecision } from '#contract/provisioning/target-values.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import type { ProvisionedUser, Target } from '../queries.ts';
import { UserBadge } from '../TargetBadge.tsx';
import classes from '../targets.module.css';
import { planOf, resultWords } from './result-words.ts';
import { Excerpt } from '../../../ui/text/Excerpt.tsx';
import type { TargetActs } from './use-target-acts.ts';

/** What can be decided about a user in a state. */
const decisions: Partial<Readonly<Record<ProvisionedState, Exclude<TargetDecision, 'repair'>>>> = {
  dead: 'retry',
  match: 'adopt',
  held: 'allow',
};

type Props = { target: Target; user: ProvisionedUser; acts: TargetActs; onClose: () => void };

/** One user of a target: how the last attempt ended, in the words of the app, and what can be done. */
export default function UserDialog({ target, user, acts, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const decision = decisions[user.state];
  const { match, answer } = user;
  const facts: [string, React.ReactNode][] = [
    [t('common.status'), <UserBadge key="state" state={user.state} />],
    [t('targets.plan'), t(planOf(target, user.wanted))],
    [t('targets.remoteId'), user.remoteId ?? dash],
    [t('webhooks.result'), resultWords(t, user)],
    [t('webhooks.tried'), formatDateTime(user.triedAt ? new Date(user.triedAt) : null, language, zone)],
    [t('webhooks.nextAttempt'), formatDateTime(user.nextAt ? new Date(user.nextAt) : null, language, zone)],
    [t('webhooks.tries'), user.tries],
  ];
  return (
    <ModalDialog
      opened
      title={user.userId ?? t('targets.deletedUser')}
      okLabel={t(`targets.act_${decision ?? 'retry'}`)}
      okDisabled={!decision}
      cancelLabel={t('common.close')}
      busy={acts.busy}
      width={640}
      onOk={() => decision && void acts.decide(decision, [user.uuid]).then(onClose)}
      onCancel={onClose}
    >
      <div className={classes.boxes}>
        {match ? (
          <AlertMessage
            alert={{
              kind: 'warning',
              text: t('targets.matchOf', { id: match.remoteId, externalId: match.externalId ?? dash }),
            }}
          />
        ) : null}
        <dl className={classes.facts}>
          {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{value}</dd>])}
        </dl>
        {answer ? <Excerpt label={t('targets.answer')}>{answer}</Excerpt> : null}
      </div>
    </ModalDialog>
  );
}
