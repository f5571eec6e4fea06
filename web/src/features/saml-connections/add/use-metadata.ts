import { useState } from 'react';
import type { importSaml, importSamlFrom } from '#contract/federation/saml-connections.ts';
import { isSsoUrl, MAX_METADATA_LENGTH } from '#contract/federation/saml-values.ts';
import type { AnswerOf } from '#contract/route.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Act } from '../../../base/use-act.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';

export type ReadMetadata = AnswerOf<typeof importSaml>;

const importPath = '/api/auth/tenants/{tenantId}/operations/saml/import';

/** What a document can lack, by the field that the server names. */
const lacks = ['address', 'metadata', 'entities', 'validUntil', 'entityId', 'ssoUrl'] as const;

/** What is wrong with metadata that the server refused; undefined: something else failed. */
export function metadataMistake(t: Translate, error: unknown): string | undefined {
  const [entry] = isApiError(error) ? error.entries : [];
  if (entry?.message_id === 'certification_expired') return t('samlConnections.metadata_expired');
  if (entry?.message_id === 'certification_unregistered') return t('samlConnections.metadata_noCertificate');
  if (entry?.message_id !== 'invalid_params') return undefined;
  const lack = lacks.find((one) => one === entry.field) ?? 'metadata';
  return lack === 'address' ? t('saml.metadataUrlFailed') : t(`samlConnections.metadata_${lack}`);
}

/** Metadata of an identity provider as a file or pasted, read by the server; `take` gets what it says. */
export function useMetadata(run: Act['run'], take: (read: ReadMetadata) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [address, setAddress] = useState('');
  const [readFrom, setReadFrom] = useState<string | null>(null);
  const [read, setRead] = useState<ReadMetadata>();

  const send = async (given: { metadata: string } | { address: string }) => {
    const asked = { method: 'POST', params: { tenantId }, pattern: 'powerUser' } as const;
    const done = await run(
      () =>
        'address' in given
          ? call<typeof importSamlFrom>({ ...asked, path: `${importPath}From`, body: given })
          : call<typeof importSaml>({ ...asked, path: importPath, body: given }),
      (error) => {
        const words = metadataMistake(t, error);
        setMistake(words);
        return words !== undefined;
      },
    );
    if (!done) return;
    setRead(done.answer);
    setReadFrom('address' in given ? given.address : null);
    take(done.answer);
  };
  const begin = () => {
    setMistake(undefined);
    setRead(undefined);
  };
  return {
    ...{ file, text, address, mistake, read },
    /** The address that was read; null: a file or text was. */
    readFrom: read ? readFrom : null,
    setAddress,
    isAddress: isSsoUrl(address.trim()),
    readAddress: () => {
      begin();
      void send({ address: address.trim() });
    },
    open: (next: File | undefined) => {
      setFile(next);
      begin();
      if (!next) return;
      if (next.size > MAX_METADATA_LENGTH) setMistake(t('samlConnections.metadataLarge'));
      else
        void next.text().then(
          (metadata) => send({ metadata }),
          () => setMistake(t('samlConnections.metadataUnreadable')),
        );
    },
    /** Read once it is whole: metadata is pasted, not typed. */
    paste: (next: string) => {
      setText(next);
      begin();
      if (/^\s*<[\s\S]*>\s*$/.test(next) && next.length <= MAX_METADATA_LENGTH) void send({ metadata: next });
    },
  };
}
