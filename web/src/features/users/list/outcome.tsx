import type { bulkUsers } from '#contract/people/users-bulk.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { Translate } from '../../../i18n/keys.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { failureReason } from '../failure-reason.ts';

export type Outcome = AnswerOf<typeof bulkUsers>;

/** How it went: numbers, and each user that could not be done with the reason. */
export function outcomeAlert(t: Translate, done: string, outcome: Outcome): AlertContent {
  const { unchanged, failed, failures } = outcome;
  const same = unchanged > 0 ? t('users.bulk.unchanged', { count: unchanged }) : undefined;
  if (failed === 0) return { kind: 'success', text: <Lines lines={[done, same]} /> };
  const shown = failures.slice(0, MOST_SHOWN).map(({ userId, message_id }) => {
    return t('users.bulk.failure', { userId, reason: failureReason(t, message_id) });
  });
  const others = failed > shown.length ? t('users.bulk.otherFailures', { count: failed - shown.length }) : undefined;
  return {
    kind: 'warning',
    title: t('users.bulk.failed', { count: failed }),
    text: <Lines lines={[done, same, ...shown, others]} />,
  };
}

const MOST_SHOWN = 10;

function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  return lines.filter((line) => line !== undefined).map((line) => <p key={line}>{line}</p>);
}
