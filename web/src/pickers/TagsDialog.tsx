import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { createTag } from '#contract/people/tags.ts';
import { MAX_NAME_LENGTH, MAX_TAGS_PER_GROUP } from '#contract/limits.ts';
import { call } from '../api/call.ts';
import { failureText, requestIdOf } from '../base/failure.ts';
import { useMe } from '../base/session-queries.ts';
import { useAct } from '../base/use-act.ts';
import { useLanguage, useT } from '../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../ui/page/AlertArea.tsx';
import { ErrorState } from '../ui/page/ErrorState.tsx';
import { ModalDialog } from '../ui/dialog/ModalDialog.tsx';
import classes from './pickers.module.css';
import { allTagsQuery } from './queries.ts';
import { orderTags, tagToMake } from './tag-choice.ts';

export type TagsDialogProps = {
  /** The names of the tags chosen before. */
  chosen: readonly string[];
  onOk: (names: readonly string[]) => void;
  onCancel: () => void;
};

/** Chooses tags by ticking; what is typed narrows the list, and a word that is no tag yet can become one. */
export default function TagsDialog({ chosen: before, onOk, onCancel }: TagsDialogProps) {
  const t = useT();
  const me = useMe();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState(before);
  const query = useQuery(allTagsQuery(me.tenantId));
  const names = (query.data ?? []).map(({ name }) => name);
  const shown = orderTags([...new Set([...before, ...names])], before, keyword);
  const wanted = query.data && me.permissions.includes('users:write') ? tagToMake(names, keyword) : undefined;
  const isFull = chosen.length >= MAX_TAGS_PER_GROUP;
  const toggle = (name: string, on: boolean) =>
    setChosen((now) => (on ? [...now, name] : now.filter((one) => one !== name)));
  const { alert, busy, make } = useMakeTag(me.tenantId, (name) => {
    toggle(name, true);
    setKeyword('');
  });
  const most = new Intl.NumberFormat(useLanguage()).format(MAX_TAGS_PER_GROUP);
  return (
    <ModalDialog
      opened
      title={t('pickers.tagsTitle')}
      okLabel={t('pickers.takeTags')}
      busy={busy}
      onOk={() => onOk(chosen)}
      onCancel={onCancel}
    >
      <TextInput
        data-autofocus
        type="search"
        aria-label={t('pickers.searchTags')}
        placeholder={t('pickers.searchTags')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter in the box is not yet the choice.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
        }}
      />
      <fieldset className={classes.tagList} aria-label={t('pickers.tags')}>
        {query.isError ? (
          <ErrorState
            title={t('pickers.tagsFailed')}
            requestId={requestIdOf(query.error)}
            onRetry={() => void query.refetch()}
          >
            {failureText(t, query.error)}
          </ErrorState>
        ) : null}
        {shown.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            disabled={isFull && !chosen.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
        {query.data && shown.length === 0 ? (
          <p className={classes.instead}>{t(names.length === 0 ? 'pickers.noTags' : 'pickers.noTagFound')}</p>
        ) : null}
      </fieldset>
      {wanted ? (
        <div>
          <Button variant="default" disabled={isFull || busy} onClick={() => void make(wanted)}>
            {t('pickers.makeTag', { name: wanted })}
          </Button>
        </div>
      ) : null}
      <p role="status" className={isFull ? classes.limit : classes.note}>
        {t('pickers.tagsChosen', { count: chosen.length, most })}
      </p>
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

/** Makes a tag at the server; a refusal is said in the dialog. */
function useMakeTag(tenantId: string, onMade: (name: string) => void) {
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const make = async (name: string) => {
    const path = '/api/auth/tenants/{tenantId}/tags';
    const body = { name };
    const done = await run(() =>
      call<typeof createTag>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
    );
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: ['tags'] });
    onMade(done.answer.name);
  };
  return { alert, busy, make };
}
