import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ConnectionMapping } from '#contract/federation/connection-mappings.ts';
import { mappedBy } from '#contract/federation/mapping-values.ts';
import { formatDateTime } from '#contract/display.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { LearnMore } from '../../guides/LearnMore.tsx';
import { Loaded } from '../../Loaded.tsx';
import { timeZoneOf, useMe } from '../../session-queries.ts';
import { tenantSettingsQuery } from '../../tenant-settings.ts';
import { useAct } from '../../use-act.ts';
import { FieldDialog, GroupValueDialog } from './dialogs.tsx';
import { fieldText } from './field-text.ts';
import { MappedRows } from './MappedRows.tsx';

export type Set = Pick<ConnectionMapping, 'mappedFields' | 'mappedGroups' | 'everySignIn'>;
/** A group that is chosen in a dialog of the pickers. */
export type PickGroup = (onOk: (group: { uuid: string }) => void, onCancel: () => void) => ReactNode;

type Props = {
  queryKey: QueryKey;
  read: () => Promise<ConnectionMapping>;
  save: (set: Set & { expected: Set }) => Promise<ConnectionMapping>;
  pickGroup: PickGroup;
  say: (alert: AlertContent | undefined) => void;
};

/** What an identity provider says of users becomes fields and groups, with what its last test would have given. */
export function MappingTab({ queryKey, read, ...props }: Props) {
  const t = useT();
  const query = useQuery({ queryKey, queryFn: read });
  return (
    <Loaded query={query} height={320} failedTitle={t('openid.mapFailed')}>
      {(mapping) => <Cards mapping={mapping} queryKey={queryKey} {...props} />}
    </Loaded>
  );
}

type Asked = { kind: 'field' } | { kind: 'group' } | { kind: 'pick'; claim: string; value: string };

function Cards({ mapping, queryKey, save, pickGroup, say }: Omit<Props, 'read'> & { mapping: ConnectionMapping }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const { data: tenant } = useQuery(tenantSettingsQuery(me.tenantId));
  const names = tenant?.userExtensionAttributeProperties;
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState<Asked>();
  const { mappedFields, mappedGroups, everySignIn, groups, lastTest } = mapping;
  const seen: Set = { mappedFields, mappedGroups, everySignIn };
  const close = () => setAsked(undefined);
  /** Each act is saved at once: nothing of the mapping may have been changed meanwhile. */
  const put = async (change: Partial<Set>) => {
    const done = await run(() => save({ ...seen, ...change, expected: seen }));
    if (done) queryClient.setQueryData(queryKey, done.answer);
    else await queryClient.invalidateQueries({ queryKey });
    close();
    if (done) say({ kind: 'success', text: t('openid.mapSaved') });
  };
  const example = lastTest && mappedBy(seen, lastTest.said);
  const without = <T,>(list: readonly T[], one: T) => list.filter((other) => other !== one);
  const add = (kind: 'field' | 'group') => (
    <div className={parts.buttons}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={busy}
        onClick={() => setAsked({ kind })}
      >
        {t(`openid.map_${kind}`)}
      </Button>
    </div>
  );
  return (
    <>
      <SettingsCard
        title={t('openid.mapWhenTitle')}
        why={
          <>
            {t('openid.mapWhenWhy')} <LearnMore guide="provider-mapping" about={t('openid.mapWhenTitle')} />
          </>
        }
      >
        <SettingRow
          icon={IconRefresh}
          name={t('openid.mapEverySignIn')}
          consequence={t('openid.mapEverySignInConsequence')}
          checked={everySignIn}
          disabled={busy}
          onChange={(next) => void put({ everySignIn: next })}
        />
        <p className={parts.note}>
          {lastTest
            ? t('openid.mapTestedAt', { time: formatDateTime(new Date(lastTest.at), language, zone) })
            : t('openid.mapUntested')}
        </p>
      </SettingsCard>
      <SettingsCard title={t('openid.mapFieldsTitle')} why={t('openid.mapFieldsWhy')}>
        <MappedRows
          busy={busy}
          rows={mappedFields.map((one) => ({
            key: one.field,
            from: one.claim,
            to: fieldText(t, one.field, names),
            state: example ? (
              <span className={parts.note}>
                {one.field in example.fields
                  ? t('openid.mapExample', { value: example.fields[one.field] ?? '' })
                  : t('openid.mapNoExample')}
              </span>
            ) : null,
            remove: () => void put({ mappedFields: without(mappedFields, one) }),
          }))}
        />
        {add('field')}
      </SettingsCard>
      <SettingsCard title={t('openid.mapGroupsTitle')} why={t('openid.mapGroupsWhy')}>
        <MappedRows
          busy={busy}
          rows={mappedGroups.map((one) => {
            const group = groups.find(({ uuid }) => uuid === one.group);
            return {
              key: JSON.stringify(one),
              from: `${one.claim} = ${one.value}`,
              to: group?.name ?? t('openid.mapGroupGone'),
              state: (
                <>
                  {group && group.apps > 0 ? (
                    <StatusBadge tone="warning">{t('openid.mapApps', { count: group.apps })}</StatusBadge>
                  ) : null}
                  {example && group ? (
                    <span className={parts.note}>
                      {t(example.groups.includes(one.group) ? 'openid.mapInGroup' : 'openid.mapNotInGroup')}
                    </span>
                  ) : null}
                </>
              ),
              remove: () => void put({ mappedGroups: without(mappedGroups, one) }),
            };
          })}
        />
        {add('group')}
      </SettingsCard>
      {asked?.kind === 'field' ? (
        <FieldDialog
          taken={mappedFields.map(({ field }) => field)}
          names={names}
          said={lastTest?.said}
          busy={busy}
          onOk={(one) => void put({ mappedFields: [...mappedFields, one] })}
          onCancel={close}
        />
      ) : null}
      {asked?.kind === 'group' ? (
        <GroupValueDialog
          said={lastTest?.said}
          onOk={(claim, value) => setAsked({ kind: 'pick', claim, value })}
          onCancel={close}
        />
      ) : null}
      {asked?.kind === 'pick'
        ? pickGroup(({ uuid: group }) => {
            const { claim, value } = asked;
            void put({ mappedGroups: [...mappedGroups, { claim, value, group }] });
          }, close)
        : null}
    </>
  );
}
