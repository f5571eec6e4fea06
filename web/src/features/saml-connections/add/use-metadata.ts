import { useState } from 'react';
import type { importSaml } from '#contract/federation/saml-connections.ts';
import { MAX_METADATA_LENGTH } from '#contract/federation/saml-values.ts';
import type { AnswerOf } from '#contract/route.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Act } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';

export type ReadMetadata = AnswerOf<typeof importSaml>;

/** What a document can lack, by the field that the server names. */
const lacks = ['metadata', 'entities', 'validUntil', 'entityId', 'ssoUrl'] as const;

/** Metadata of an identity provider as a file or pasted, read by the server; `take` gets what it says. */
export function useMetadata(run: Act['run'], take: (read: ReadMetadata) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [read, setRead] = useState<ReadMetadata>();

  const wordsOf = (error: unknown): string | undefined => {
    const [entry] = isApiError(error) ? error.entries : [];
    if (entry?.message_id === 'certification_expired') return t('samlConnections.metadata_expired');
    if (entry?.message_id === 'certification_unregistered') return t('samlConnections.metadata_noCertificate');
    if (entry?.message_id !== 'invalid_params') return undefined;
    return t(`samlConnections.metadata_${lacks.find((one) => one === entry.field) ?? 'metadata'}`);
  };
  const send = async (metadata: string) => {
    const path = '/api/auth/tenants/{tenantId}/operations/saml/import';
    const done = await run(
      () =>
        call<typeof importSaml>({
          method: 'POST',
          path,
          params: { tenantId },
          body: { metadata },
          pattern: 'powerUser',
        }),
      (error) => {
        const words = wordsOf(error);
        setMistake(words);
        return words !== undefined;
      },
    );
    if (!done) return;
    setRead(done.answer);
    take(done.answer);
  };
  const begin = () => {
    setMistake(undefined);
    setRead(undefined);
  };
  return {
    ...{ file, text, mistake, read },
    open: (next: File | undefined) => {
      setFile(next);
      begin();
      if (!next) return;
      if (next.size > MAX_METADATA_LENGTH) setMistake(t('samlConnections.metadataLarge'));
      else void next.text().then(send, () => setMistake(t('samlConnections.metadataUnreadable')));
    },
    /** Read once it is whole: metadata is pasted, not typed. */
    paste: (next: string) => {
      setText(next);
      begin();
      if (/^\s*<[\s\S]*>\s*$/.test(next) && next.length <= MAX_METADATA_LENGTH) void send(next);
    },
  };
}
