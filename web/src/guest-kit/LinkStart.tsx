import { useEffect, useState } from 'react';
import { hasErrorId } from '../api/api-error.ts';
import { exchangeCodeIn, type LinkPurpose, type OpenedLink, openedLink, openLink } from './mail-link.ts';
import { Button, ButtonLink } from './Button.tsx';
import { useGuest, useQuery } from './context.tsx';
import { FormAlert } from './FormAlert.tsx';
import { GuestPage } from './GuestPage.tsx';
import { useAct } from './use-act.ts';

export type LinkStartProps = {
  purpose: LinkPurpose;
  title: string;
  lead: string;
  /** Where to ask for a new link. */
  again: { href: string; label: string };
  onOpen: (link: OpenedLink) => void;
};

/**
 * Where a mailed link arrives. The code works once and programs open links in mails, so a person presses the button.
 * A link opened before in this tab goes on where it was.
 */
export function LinkStart({ purpose, title, lead, again, onOpen }: LinkStartProps) {
  const { t } = useGuest();
  const query = useQuery();
  const code = query ? exchangeCodeIn(query) : undefined;
  const [spent, setSpent] = useState(false);
  const { run, busy, alert } = useAct(async () => {
    const link = await openLink(code ?? '').catch((error) => {
      const worthless = hasErrorId(error, 'revoked_or_expired') || hasErrorId(error, 'invalid_params');
      if (!worthless) throw error;
    });
    if (link?.purpose === purpose) onOpen(link);
    else setSpent(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (query === null) return;
    const before = openedLink(purpose);
    if (before && code === undefined) onOpen(before);
    else if (code === undefined) setSpent(true);
  }, [query === null]);
  if (spent) return <LinkSpent again={again} />;
  return (
    <GuestPage title={title} lead={lead}>
      <FormAlert alert={alert} />
      <Button busy={busy} onClick={() => run()}>
        {t('guest.continue')}
      </Button>
    </GuestPage>
  );
}

/** A link that was used, has expired or was cut off. */
export function LinkSpent({ again }: Pick<LinkStartProps, 'again'>) {
  const { t } = useGuest();
  return (
    <GuestPage title={t('registration.linkSpentTitle')} lead={t('registration.linkSpent')}>
      <ButtonLink look="primary" href={again.href}>
        {again.label}
      </ButtonLink>
    </GuestPage>
  );
}
