import { Button } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetupLinkState, SetupLinkType } from '#contract/federation/setup-link-values.ts';
import type { createSetupLink, getSetupLink, revokeSetupLink, SetupLink } from '#contract/federation/setup-links.ts';
import { formatDateTime } from '#contract/display.ts';
import { call } from '../../api/call.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ShownOnceDialog } from '../../ui/dialog/ShownOnceDialog.tsx';
import { ReadOnlyTextBox } from '../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx';
import { timeZoneOf, useMe } from '../session-queries.ts';
import { useAct } from '../use-act.ts';
import classes from './federation.module.css';

const path = '/api/auth/tenants/{tenantId}/setupLinks/{type}/{id}';
const pattern = 'powerUser';
const tones: Record<SetupLinkState, Tone> = {
  ...{ open: 'good', opened: 'good', completed: 'neutral', expired: 'neutral', revoked: 'neutral' },
};

type Props = { type: SetupLinkType; id: string; say: (alert: AlertContent | undefined) => void };

/** The link with which a customer's IT sets up a connection without an account: made, shown with its state, revoked. */
export function SetupLinkCard({ type, id, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [url, setUrl] = useState<string>();
  const params = { tenantId, type, id };
  const query = queryOptions({
    queryKey: ['setupLinks', tenantId, type, id],
    queryFn: async ({ signal }) =>
      (await call<typeof getSetupLink>({ method: 'GET', path, params, pattern, signal })).link,
    // Others use it meanwhile.
    staleTime: 0,
  });
  const { data: link } = useQuery(query);
  const renew = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const create = async () => {
    const done = await run(() => call<typeof createSetupLink>({ method: 'POST', path, params, pattern }));
    if (done) setUrl(done.answer.url);
    await renew();
  };
  const revoke = async () => {
    const done = await run(() => call<typeof revokeSetupLink>({ method: 'DELETE', path, params, pattern }));
    await renew();
    if (done) say({ kind: 'success', text: t('saml.linkRevoked') });
  };
  const works = link?.state === 'open' || link?.state === 'opened';
  return (
    <SettingsCard title={t('saml.linkTitle')} why={t('saml.linkWhy')}>
      {link ? <State link={link} /> : null}
      <div className={classes.linkActs}>
        <Button variant="default" loading={busy} onClick={() => void create()}>
          {t(works ? 'saml.linkReplace' : 'saml.linkCreate')}
        </Button>
        {works ? (
          <Button variant="default" disabled={busy} onClick={() => void revoke()}>
            {t('saml.linkRevoke')}
          </Button>
        ) : null}
      </div>
      {url ? (
        <ShownOnceDialog
          title={t('saml.linkTitle')}
          okLabel={t('saml.linkNoted')}
          width={600}
          onClose={() => setUrl(undefined)}
        >
          <p>{t('saml.linkOnce')}</p>
          <ReadOnlyTextBox label={t('saml.linkAddress')} value={url} />
        </ShownOnceDialog>
      ) : null}
    </SettingsCard>
  );
}

function State({ link: { state, expiresAt, openedAt, completedAt } }: { link: SetupLink }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const at = { open: expiresAt, opened: openedAt, completed: completedAt, expired: expiresAt, revoked: null }[state];
  const time = at === null ? '' : formatDateTime(new Date(at), language, zone);
  return (
    <div className={classes.linkState}>
      <StatusBadge tone={tones[state]}>{t(`saml.link_${state}`)}</StatusBadge>
      <span>{t(`saml.linkState_${state}`, { time })}</span>
    </div>
  );
}
