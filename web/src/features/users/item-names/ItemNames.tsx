import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { getTenant, updateTenant } from '#contract/authentication/tenant.ts';
import { EXTENSION_ATTRIBUTES, MAX_ITEM_NAME_LENGTH } from '#contract/limits.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { LeaveGuard } from '../../../app/LeaveGuard.tsx';
import { Loaded } from '../../../app/Loaded.tsx';
import { useMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { withoutSent } from '../../../app/without-sent.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { tenantSettingsQuery } from '../../../app/tenant-settings.ts';
import classes from '../users.module.css';
import { isSound, itemNameMistake, namesOf, propertiesOf } from './draft.ts';

type Tenant = AnswerOf<typeof getTenant>;

/** Item names for custom user info: one of User Management's screens, and the tenant's custom settings (spec section 2). */
export function ItemNames() {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(tenantSettingsQuery(tenantId));
  return (
    <Loaded query={query} height={480} failedTitle={t('users.itemNames.failedTitle')}>
      {(tenant) => <NamesForm tenant={tenant} />}
    </Loaded>
  );
}

function NamesForm({ tenant }: { tenant: Tenant }) {
  const t = useT();
  const me = useMe();
  const queryClient = useQueryClient();
  const saved = namesOf(tenant.userExtensionAttributeProperties);
  const [edits, setEdits] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const names = { ...saved, ...edits };
  const changed = JSON.stringify(propertiesOf(names)) !== JSON.stringify(propertiesOf(saved));
  const mayChange = me.permissions.includes('tenant:write');
  const put = async (properties: Tenant['userExtensionAttributeProperties'], isUndo = false): Promise<boolean> => {
    const done = await run(() =>
      call<typeof updateTenant>({
        method: 'PUT',
        path: '/api/auth/tenants/{tenantId}',
        params: { tenantId: tenant.tenantId },
        body: { userExtensionAttributeProperties: properties },
        pattern: 'powerUser',
      }),
    );
    if (!done) return false;
    const before = tenant.userExtensionAttributeProperties;
    queryClient.setQueryData(tenantSettingsQuery(tenant.tenantId).queryKey, done.answer);
    const undo = { action: { label: t('common.undo'), onClick: () => void put(before, true) } };
    const text = t(isUndo ? 'users.undone' : 'users.itemNames.saved');
    setAlert({ kind: 'success', text, ...(isUndo ? {} : undo) });
    return true;
  };
  const save = async () => {
    if (await put(propertiesOf(names))) setEdits((now) => withoutSent(now, edits));
  };
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <SettingsCard
        title={t('users.itemNames.title')}
        why={
          <>
            <p>{t('users.itemNames.lead')}</p>
            <p>{t('users.itemNames.why')}</p>
          </>
        }
      >
        <div className={classes.itemList}>
          {EXTENSION_ATTRIBUTES.map((item, index) => (
            <TextBox
              key={item}
              label={t('users.itemUnnamed', { number: index + 1 })}
              value={names[item] ?? ''}
              onChange={(text) => setEdits((before) => ({ ...before, [item]: text }))}
              validate={(text) => {
                const found = itemNameMistake(names, item, text);
                return found && t(`users.itemNames.mistake_${found}`, { most: MAX_ITEM_NAME_LENGTH });
              }}
              disabled={!mayChange}
              autoComplete="off"
            />
          ))}
        </div>
      </SettingsCard>
      <SaveBar
        changed={changed}
        invalid={!isSound(names)}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => setEdits({})}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}
