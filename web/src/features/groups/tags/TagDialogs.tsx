import { useState } from 'react';
import type { createTag, deleteTag, Tag, updateTag } from '#contract/authentication/tags.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts';
import { codePointLength, isUnicodeBmp } from '#contract/rules.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../app/failure.ts';
import { useMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ModalDialog } from '../../../ui/ModalDialog.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { type Say, useRenewGroups } from '../detail/use-group-acts.ts';

type DialogProps = { say: Say; onClose: () => void };

/** Makes a tag, or changes the name and description of one. */
export function TagDialog({ tag, say, onClose }: DialogProps & { tag: Tag | undefined }) {
  const t = useT();
  const { tenantId } = useMe();
  const renew = useRenewGroups();
  const number = new Intl.NumberFormat(useLanguage());
  const [name, setName] = useState(tag?.name ?? '');
  const [description, setDescription] = useState(tag?.description ?? '');
  const [refused, setRefused] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const body = { name: name.trim(), description: description.trim() };
  const complete =
    body.name !== '' &&
    isUnicodeBmp(body.name) &&
    codePointLength(body.name) <= MAX_NAME_LENGTH &&
    codePointLength(body.description) <= MAX_DESCRIPTION_LENGTH;
  const path = '/api/auth/tenants/{tenantId}/tags';
  const send = async () => {
    const done = await run(
      () =>
        tag
          ? call<typeof updateTag>({
              method: 'PUT',
              path: `${path}/{uuid}`,
              params: { tenantId, uuid: tag.uuid },
              body,
              pattern: 'powerUser',
            })
          : call<typeof createTag>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
      (error) => {
        const id = fieldMistakes(error, { duplicated_params_name: 'name' })?.name;
        if (id) setRefused(t(`errors.${id}`));
        return id !== undefined;
      },
    );
    if (!done) return;
    await renew();
    say({ kind: 'success', text: t(tag ? 'groups.tagSaved' : 'groups.tagAdded', { name: body.name }) });
    onClose();
  };
  const tooLong = (most: number) => (value: string) =>
    codePointLength(value.trim()) > most ? t('groups.mistake_tooLong', { most: number.format(most) }) : undefined;
  return (
    <ModalDialog
      opened
      title={tag ? t('groups.editTag', { name: tag.name }) : t('groups.addTag')}
      okLabel={t(tag ? 'common.save' : 'groups.addTagNow')}
      okDisabled={!complete}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <TextBox
        data-autofocus
        label={t('common.name')}
        required
        autoComplete="off"
        value={name}
        onChange={(value) => {
          setName(value);
          setRefused(undefined);
        }}
        validate={(value) => (isUnicodeBmp(value) ? tooLong(MAX_NAME_LENGTH)(value) : t('groups.mistake_notBmp'))}
        error={refused}
      />
      <TextBox
        label={t('common.description')}
        kind="multiline"
        rows={2}
        value={description}
        onChange={setDescription}
        validate={tooLong(MAX_DESCRIPTION_LENGTH)}
      />
      {tag && tag.groupCount > 0 ? <p>{t('groups.tagShown', { count: tag.groupCount })}</p> : null}
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

/** Removes a tag; says from how many groups it goes. */
export function DeleteTagDialog({ tag, say, onClose }: DialogProps & { tag: Tag }) {
  const t = useT();
  const { tenantId } = useMe();
  const renew = useRenewGroups();
  const { busy, run } = useAct(say);
  const { uuid, name, groupCount } = tag;
  const remove = async () => {
    const path = '/api/auth/tenants/{tenantId}/tags/{uuid}';
    const params = { tenantId, uuid };
    const done = await run(() => call<typeof deleteTag>({ method: 'DELETE', path, params, pattern: 'powerUser' }));
    await renew();
    onClose();
    if (done) say({ kind: 'success', text: t('groups.tagDeleted', { name }) });
  };
  return (
    <ConfirmDialog
      opened
      title={t('groups.deleteTagTitle', { name })}
      okLabel={t('common.delete')}
      danger
      busy={busy}
      affected={groupCount}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <p>{groupCount > 0 ? t('groups.deleteTagEffect', { count: groupCount }) : t('groups.deleteTagNoEffect')}</p>
    </ConfirmDialog>
  );
}
