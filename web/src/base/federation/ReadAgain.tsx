import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

interface Named {
  fingerprint: string;
  subject: string;
}

type Props<Found extends Named, Known extends Named & { id: string }> = {
  known: readonly Known[];
  /** What the metadata names now; undefined if it could not be read, which is told already. */
  read: () => Promise<readonly Found[] | undefined>;
  /** Whether it was done. */
  add: (one: Found) => Promise<unknown>;
  remove: (one: Known) => Promise<unknown>;
  /** Whether one that is no longer named is kept all the same. */
  stays?: (one: Known, found: readonly Found[]) => boolean;
  /** Whatever was done has been; `isWhole`: all of it. */
  onApplied: (isWhole: boolean) => Promise<void>;
};

/** Reads metadata again at its address: shows which certificates are new and which have gone, and applies it when told to. */
export function ReadAgain<Found extends Named, Known extends Named & { id: string }>(props: Props<Found, Known>) {
  const { known, read, add, remove, stays, onApplied } = props;
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<readonly Found[]>();
  const isIn = (all: readonly Named[], one: Named) => all.some(({ fingerprint }) => fingerprint === one.fingerprint);
  const added = (found ?? []).filter((one) => !isIn(known, one));
  const gone = found ? known.filter((one) => !isIn(found, one) && !stays?.(one, found)) : [];
  const isSame = added.length === 0 && gone.length === 0;
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const apply = async () => {
    // New ones first: an enabled connection keeps one that is valid.
    const acts = [...added.map((one) => () => add(one)), ...gone.map((one) => () => remove(one))];
    let isWhole = true;
    for (const act of acts) isWhole = isWhole && Boolean(await act());
    setFound(undefined);
    await onApplied(isWhole);
  };
  const list = (title: string, all: readonly Named[]) =>
    all.length === 0 ? null : (
      <>
        <strong>{title}</strong>
        <ul>
          {all.map(({ fingerprint, subject }) => (
            <li key={fingerprint}>
              {subject} <code>{fingerprint.slice(0, 16)}</code>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <div>
      <Button
        variant="default"
        loading={busy && !found}
        onClick={() => void during(async () => setFound(await read()))}
      >
        {t('saml.readAgain')}
      </Button>
      {found ? (
        <ConfirmDialog
          opened
          title={t('saml.readAgainTitle')}
          okLabel={t(isSame ? 'common.close' : 'saml.readAgainApply')}
          busy={busy}
          onOk={() => (isSame ? setFound(undefined) : void during(apply))}
          onCancel={() => setFound(undefined)}
        >
          {isSame ? <p>{t('saml.readAgainSame')}</p> : null}
          {list(t('saml.readAgainAdded'), added)}
          {list(t('saml.readAgainGone'), gone)}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
