import { useState } from 'react';
import {
  mappableFields,
  type MappedField,
  mappedBy,
  MAX_CLAIM_LENGTH,
  MAX_CLAIM_VALUE_LENGTH,
  type Said,
} from '#contract/federation/mapping-values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import parts from '../../../ui/form/parts.module.css';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { ItemNamesOf } from '../../history/item-words.ts';
import { fieldText } from './field-text.ts';

const isName = (text: string, most: number) => text !== '' && text.length <= most && !/\p{Cc}/u.test(text);

type ClaimProps = { value: string; onChange: (claim: string) => void; said: Said | undefined };

/** The name of a claim or an attribute, with those of the last test to read off. */
function ClaimBox({ value, onChange, said }: ClaimProps) {
  const t = useT();
  const names = Object.keys(said ?? {}).sort();
  return (
    <TextBox
      label={t('openid.mapClaim')}
      help={names.length > 0 ? t('openid.mapClaimsSaid', { names: names.join(', ') }) : t('openid.mapClaimHelp')}
      required
      autoComplete="off"
      data-autofocus
      value={value}
      onChange={onChange}
    />
  );
}

type FieldProps = {
  taken: readonly string[];
  names: ItemNamesOf | undefined;
  said: Said | undefined;
  busy: boolean;
  onOk: (one: MappedField) => void;
  onCancel: () => void;
};

export function FieldDialog({ taken, names, said, busy, onOk, onCancel }: FieldProps) {
  const t = useT();
  const [typed, setClaim] = useState('');
  const [field, setField] = useState<string | null>(null);
  const claim = typed.trim();
  const one = field && isName(claim, MAX_CLAIM_LENGTH) ? { claim, field } : undefined;
  const value = one && said && mappedBy({ mappedFields: [one], mappedGroups: [] }, said).fields[one.field];
  return (
    <ModalDialog
      opened
      title={t('openid.map_field')}
      okLabel={t('common.add')}
      okDisabled={!one}
      busy={busy}
      onOk={() => one && onOk(one)}
      onCancel={onCancel}
    >
      <div className={parts.fields}>
        <ClaimBox value={typed} onChange={setClaim} said={said} />
        <Dropdown
          label={t('openid.mapField')}
          required
          value={field}
          placeholder={t('openid.mapChooseField')}
          choices={mappableFields
            .filter((name) => !taken.includes(name))
            .map((name) => ({ value: name, label: fieldText(t, name, names) }))}
          onChange={setField}
        />
      </div>
      {one && said ? (
        <p role="status">{value === undefined ? t('openid.mapNoExample') : t('openid.mapExample', { value })}</p>
      ) : null}
    </ModalDialog>
  );
}

type ValueProps = { said: Said | undefined; onOk: (claim: string, value: string) => void; onCancel: () => void };

/** The value for which users are in a group, which is chosen next. */
export function GroupValueDialog({ said, onOk, onCancel }: ValueProps) {
  const t = useT();
  const [typed, setClaim] = useState('');
  const [value, setValue] = useState('');
  const claim = typed.trim();
  const values = said && Object.hasOwn(said, claim) ? said[claim] : undefined;
  return (
    <ModalDialog
      opened
      title={t('openid.map_group')}
      okLabel={t('openid.mapSelectGroup')}
      okDisabled={!isName(claim, MAX_CLAIM_LENGTH) || !isName(value, MAX_CLAIM_VALUE_LENGTH)}
      onOk={() => onOk(claim, value)}
      onCancel={onCancel}
    >
      <div className={parts.fields}>
        <ClaimBox value={typed} onChange={setClaim} said={said} />
        <TextBox
          label={t('openid.mapValue')}
          help={
            values ? t('openid.mapValuesSaid', { values: values.slice(0, 20).join(', ') }) : t('openid.mapValueHelp')
          }
          required
          autoComplete="off"
          value={value}
          onChange={setValue}
        />
      </div>
    </ModalDialog>
  );
}
