import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { createTag, deleteTag, Tag, updateTag } from '#contract/people/tags.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import { call } from '../../../api/call.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import type { FormFields } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { allTagsQuery } from '../../../pickers/queries.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { type Say, useRenewGroups } from '../detail/use-group-acts.ts';

type DialogProps = { say: Say; onClose: () => void };

type Draft = Pick<Tag, 'name' | 'description'>;

const trimmed = ({ name, description }: Draft): Draft => ({ name: name.trim(), description: description.trim() });
const isComplete = (draft: Draft) => {
  const { name, description } = trimmed(draft);
  const isSound = isVisibleName(name) && codePointLength(name) <= MAX_NAME_LENGTH;
  return name !== '' && isSound && codePointLength(description) <= MAX_DESCRIPTION_LENGTH;
};

const tagForm: FormFields<Draft> = { sent: (draft, field) => trimmed(draft)[field] };
const draftOf = ({ name, description }: Tag): Draft => ({ name, description });
const takenName = (error: unknown) => fieldMistakes(error, { duplicated_params_name: 'name' })?.name;

/** Makes a tag. */
export function AddTagDialog({ say, onClose }: DialogProps) {
  const t = useT();
  const { tenantId } = useMe();
  const renew = useRenewGroups();
  const [draft, setDraft] = useState<Draft>({ name: '', description: '' });
  const [refused, setRefused] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const send = async () => {
    const path = '/api/auth/tenants/{tenantId}/tags';
    const body = trimmed(draft);
    const done = await run(
      () => call<typeof createTag>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
      (error) => {
        const id = takenName(error);
        if (id) setRefused(t(`errors.${id}`));
        return id !== undefined;
      },
    );
    if (!done) return;
    await renew();
    say({ kind: 'success', text: t('groups.tagAdded', { name: body.name }) });
    onClose();
  };
  return (
    <ModalDialog
      opened
      title={t('groups.addTag')}
      okLabel={t('groups.addTagNow')}
      okDisabled={!isComplete(draft)}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <TagBoxes
        draft={draft}
        refused={refused}
        onChange={(change) => {
          setDraft((before) => ({ ...before, ...change }));
          setRefused(undefined);
        }}
      />
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

/** Changes the name and description of a tag. */
export function EditTagDialog({ tag, say, onClose }: DialogProps & { tag: Tag }) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const renew = useRenewGroups();
  const [saved, setSaved] = useState(tag);
  const [refused, setRefused] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { uuid } = tag;
  const form = useSaving<Draft, Tag>({
    saved: draftOf(saved),
    form: tagForm,
    put: async (changes, expected) => {
      const path = '/api/auth/tenants/{tenantId}/tags/{uuid}';
      const params = { tenantId, uuid };
      const body = { ...changes, expected };
      const answer = await call<typeof updateTag>({ method: 'PUT', path, params, body, pattern: 'powerUser' });
      await renew();
      return answer;
    },
    draftOf,
    renew: async () => {
      const tags = await queryClient.fetchQuery({ ...allTagsQuery(tenantId), staleTime: 0 });
      setSaved((before) => tags.find((one) => one.uuid === uuid) ?? before);
    },
    say: (said) => (said?.kind === 'success' ? say(said) : setAlert(said)),
    savedText: ({ name }) => t('groups.tagSaved', { name }),
    undoneText: t('groups.undone'),
    onRefusal: (error) => {
      const id = takenName(error);
      if (id) setRefused(t(`errors.${id}`));
      return id !== undefined;
    },
    onSaved: onClose,
    // Undo would outlive the dialog that could show what stands against it.
    undoOf: () => undefined,
  });
  return (
    <ModalDialog
      opened
      title={t('groups.editTag', { name: tag.name })}
      okLabel={t('common.save')}
      okDisabled={!isComplete(form.draft) || form.conflict !== undefined}
      busy={form.busy}
      onOk={() => (form.changed ? form.save() : onClose())}
      onCancel={onClose}
    >
      <Conflict<Draft>
        form={form}
        nameOf={(field) => t(`common.${field}`)}
        wordsOf={(draft, field) => draft[field] || t('common.none')}
      />
      <TagBoxes
        draft={form.draft}
        refused={refused}
        onChange={(change) => {
          form.change(change);
          setRefused(undefined);
        }}
      />
      {tag.groupCount > 0 ? <p>{t('groups.tagShown', { count: tag.groupCount })}</p> : null}
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

type BoxesProps = { draft: Draft; refused: string | undefined; onChange: (change: Partial<Draft>) => void };

function TagBoxes({ draft, refused, onChange }: BoxesProps) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const tooLong = (most: number) => (value: string) =>
    codePointLength(value.trim()) > most ? t('groups.mistake_tooLong', { most: number.format(most) }) : undefined;
  return (
    <>
      <TextBox
        data-autofocus
        label={t('common.name')}
        required
        autoComplete="off"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        validate={(value) => (isVisibleName(value) ? tooLong(MAX_NAME_LENGTH)(value) : t('groups.mistake_unseen'))}
        error={refused}
      />
      <TextBox
        label={t('common.description')}
        kind="multiline"
        rows={2}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        validate={tooLong(MAX_DESCRIPTION_LENGTH)}
      />
    </>
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
