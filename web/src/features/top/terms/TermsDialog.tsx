import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureAlert } from '../../../base/failure.ts';
import { paths } from '../../../base/paths.ts';
import { hasErrorId, isCancelled } from '../../../api/api-error.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { DialogBox } from '../../../ui/dialog/DialogBox.tsx';
import { acceptTerms, termsQuery } from './queries.ts';
import classes from './terms.module.css';

type Props = {
  terms: { version: string; url: string };
  /** An earlier version was accepted: the terms have changed. */
  changed: boolean;
};

/** The terms dialog (spec section 2): it stays until the terms are accepted or one signs out. */
export default function TermsDialog({ terms, changed }: Props) {
  const t = useT();
  const title = useId();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  // Escape does not get around it: the dialog opens anew.
  const [turn, setTurn] = useState(0);
  const accept = async () => {
    setBusy(true);
    try {
      queryClient.setQueryData(termsQuery.queryKey, await acceptTerms(terms.version));
    } catch (error) {
      // Newer terms came meanwhile: they are what is to be read.
      if (hasErrorId(error, 'conflict')) await queryClient.invalidateQueries({ queryKey: termsQuery.queryKey });
      if (!isCancelled(error)) setAlert(failureAlert(t, error));
      setBusy(false);
    }
  };
  return (
    <DialogBox
      key={turn}
      opened
      onClose={() => setTurn(turn + 1)}
      labelledBy={title}
      className={classes.dialog}
      width={520}
    >
      <h2 id={title}>{t('top.terms.title')}</h2>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <p>{t(changed ? 'top.terms.changed' : 'top.terms.new')}</p>
      <p>
        <a href={terms.url} target="_blank" rel="noreferrer" data-autofocus>
          {t('top.terms.read')}
        </a>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" disabled={busy} onClick={() => location.assign(paths.logout)}>
          {t('common.signOut')}
        </Button>
        <Button loading={busy} onClick={() => void accept()}>
          {t('top.terms.accept')}
        </Button>
      </div>
    </DialogBox>
  );
}
