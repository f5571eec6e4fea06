import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { uploadUserImport } from '#contract/people/user-imports.ts';
import type { ImportEncoding } from '#contract/people/user-imports-fields.ts';
import { isApiError } from '../../../../api/api-error.ts';
import { upload } from '../../../../api/upload.ts';
import { failureText } from '../../../../base/failure.ts';
import { useMe } from '../../../../base/session-queries.ts';
import { useAct } from '../../../../base/use-act.ts';
import type { Translate } from '../../../../i18n/keys.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { useTakeImport } from '../queries.ts';

export type Upload = { kind: 'format' | 'directory'; encoding: ImportEncoding; file: File };

/** Why a file is refused, with the columns it is about. Undefined: the refusal is not about the file. */
function fileRefusal(t: Translate, error: unknown): string | undefined {
  if (!isApiError(error) || error.entries.length === 0) return undefined;
  const isOfFile = ({ message_id }: (typeof error.entries)[number]) =>
    message_id.startsWith('file_') ||
    message_id.endsWith('_columns') ||
    message_id === 'body_too_large' ||
    message_id === 'unsupported_media_type';
  if (!error.entries.every(isOfFile)) return undefined;
  const named = error.entries.flatMap(({ field }) => (field && field !== 'file' ? [field] : []));
  const text = failureText(t, error);
  return named.length > 0 ? t('transfer.columnsNamed', { text, columns: named.join(', ') }) : text;
}

/** Sends a file to import and goes to its page. `share`: how much has left, while it is sent. */
export function useUpload(say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const take = useTakeImport();
  const { busy, run } = useAct(say);
  const [share, setShare] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const send = async ({ file, ...fields }: Upload) => {
    sending.current = new AbortController();
    const { signal } = sending.current;
    setShare(0);
    setRefusal(undefined);
    const done = await run(
      () =>
        upload<typeof uploadUserImport>({
          path: '/api/auth/tenants/{tenantId}/userImports',
          params: { tenantId },
          fields,
          file,
          onProgress: setShare,
          signal,
        }),
      (error) => {
        const text = fileRefusal(t, error);
        setRefusal(text);
        return text !== undefined;
      },
    );
    if (!done) return;
    take(done.answer, tenantId);
    const params = { importId: done.answer.importId };
    // It has left: nobody is asked whether to stop it.
    await navigate({ to: '/portal/users/import/$importId', params, ignoreBlocker: true });
  };
  return { busy, share, refusal, forget: () => setRefusal(undefined), send, cancel: () => sending.current?.abort() };
}
