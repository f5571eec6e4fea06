import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SP_ICON_BYTES } from '#contract/apps/saml-idp-values.ts';
import type { changeSpIcon } from '#contract/apps/saml-idp.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { FileDrop } from '../../../ui/form/FileDrop.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { samlIdpKey, type Sp, spPath } from '../queries.ts';

type Props = { sp: Sp; say: (alert: AlertContent | undefined) => void };

const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** The tile on the top page and its icon. Saved at once: the image is no field of the form. */
export function TileCard({ sp, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [mistake, setMistake] = useState<string>();
  const { enabled, data } = sp.icon;
  const save = async (body: SentBodyOf<typeof changeSpIcon>) => {
    const params = { tenantId, samlSpId: sp.samlSpId };
    const path = `${spPath}/icon` as const;
    const done = await run(() =>
      call<typeof changeSpIcon>({ method: 'PUT', path, params, body, pattern: 'powerUser' }),
    );
    await queryClient.invalidateQueries({ queryKey: samlIdpKey });
    if (done) say({ kind: 'success', text: t('samlIdp.saved', { name: sp.displayName }) });
  };
  const take = async (file: File | undefined) => {
    setMistake(undefined);
    if (!file) return;
    if (file.size > MAX_SP_ICON_BYTES) setMistake(t('samlIdp.iconLarge', { most: MAX_SP_ICON_BYTES / 1024 }));
    else await save({ enabled, data: base64(new Uint8Array(await file.arrayBuffer())) });
  };
  return (
    <SettingsCard title={t('samlIdp.tileTitle')} why={t('samlIdp.tileWhy')}>
      <SettingRow
        name={t('samlIdp.tile')}
        consequence={t('samlIdp.tileHelp')}
        checked={enabled}
        disabled={busy}
        onChange={(on) => void save({ enabled: on })}
      />
      <FileDrop
        label={t('samlIdp.iconDrop')}
        rule={t('samlIdp.iconRule', { most: MAX_SP_ICON_BYTES / 1024 })}
        accept={['.svg', '.png', '.jpg', '.jpeg', '.webp']}
        file={undefined}
        disabled={busy}
        mistake={mistake}
        onFile={(file) => void take(file)}
      />
      {data === null ? null : (
        <div>
          <Button variant="default" disabled={busy} onClick={() => void save({ enabled, data: null })}>
            {t('samlIdp.iconRemove')}
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}
