import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EXTENSION_ATTRIBUTES, MAX_ITEM_NAME_LENGTH } from '#contract/limits.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { ConflictBox } from '../../../base/editing/ConflictBox.tsx';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { type TenantSettings, tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import classes from '../users.module.css';
import { isSound, itemNameMistake } from './draft.ts';
import { useNamesForm } from './use-names-form.ts';

type Form = ReturnType<typeof useNamesForm>;

/** Item names for custom user info: one of User Management's screens, and the tenant's custom settings (spec section 2). */
export function ItemNames() {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(tenantSettingsQuery(tenantId));
  return (
    <Loaded query={query} height={480} failedTitle={t('users.itemNames.failedTitle')}>
      {(tenant) => <NamesForm begun={tenant} />}
    </Loaded>
  );
}

function NamesForm({ begun }: { begun: TenantSettings }) {
  const [alert, setAlert] = useState<AlertContent>();
  const form = useNamesForm(begun, setAlert);
  const changed = form.changed && !form.differences;
  const isWrong = !isSound(form.names);
  const save = () => void form.save();
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict form={form} />
      <EnterSaves>
        <Names form={form} />
      </EnterSaves>
      <SaveBar changed={changed} invalid={isWrong} busy={form.busy} onSave={save} onDiscard={form.discard} />
      <LeaveGuard changed={form.changed} />
    </>
  );
}

function Conflict({ form }: { form: Form }) {
  const t = useT();
  if (!form.differences) return null;
  const words = (name: string) => name || t('users.itemNames.none');
  return (
    <ConflictBox
      differences={form.differences.map(({ item, theirs, mine }) => ({
        name: t('users.itemUnnamed', { number: EXTENSION_ATTRIBUTES.indexOf(item) + 1 }),
        theirs: words(theirs),
        mine: mine === undefined ? undefined : words(mine),
      }))}
      onTakeTheirs={form.takeTheirs}
      onKeepMine={form.keepMine}
    />
  );
}

function Names({ form: { names, change } }: { form: Form }) {
  const t = useT();
  const mayChange = useMe().permissions.includes('tenant:write');
  return (
    <SettingsCard
      title={t('users.itemNames.title')}
      why={
        <>
          <p>{t('users.itemNames.lead')}</p>
          <p>{t('users.itemNames.why')}</p>
          <LearnMore guide="custom-fields" about={t('users.itemNames.title')} />
        </>
      }
    >
      <div className={classes.itemList}>
        {EXTENSION_ATTRIBUTES.map((item, index) => (
          <TextBox
            key={item}
            label={t('users.itemUnnamed', { number: index + 1 })}
            value={names[item] ?? ''}
            onChange={(text) => change(item, text)}
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
  );
}
