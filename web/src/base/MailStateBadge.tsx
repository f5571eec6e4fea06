import type { MailState } from '#contract/mail-states.ts';
import { useT } from '../i18n/use-t.tsx';
import { StatusBadge, type Tone } from '../ui/text/StatusBadge.tsx';

const tones: Record<MailState, Tone> = { waiting: 'neutral', sent: 'good', failed: 'bad', uncertain: 'warning' };

/** What became of a mail. */
export function MailStateBadge({ state }: { state: MailState }) {
  const t = useT();
  return <StatusBadge tone={tones[state]}>{t(`common.mail_${state}`)}</StatusBadge>;
}
