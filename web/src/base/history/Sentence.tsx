import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { KnownThing, OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { EventType } from '#contract/events.ts';
import { personName } from '#contract/display.ts';
import { settingsOf } from '#contract/logs/setting-areas.ts';
import type { TextKey, TextParams, Translate } from '../../i18n/keys.ts';
import { RichText, useLanguage, useT } from '../../i18n/use-t.tsx';
import { useMe } from '../session-queries.ts';
import { paths } from '../paths.ts';
import { addressOfDevice, addressOfUser } from '../thing-address.ts';
import { isKnownEvent } from './event-names.ts';
import { targetName } from './target-name.ts';
import { operatorName } from './words.ts';

/** The name of a thing and what people call it by: "Taro Sato (taro.sato)". */
function nameWords(t: Translate, language: string, known: KnownThing): string {
  const name = known.name || personName(known, language);
  if (!name || !known.id || name === known.id) return name || known.id;
  return t('history.named', { name, id: known.id });
}

function actorWords(t: Translate, language: string, entry: OperationLogEntry): string {
  return entry.actorNamed ? nameWords(t, language, entry.actorNamed) : operatorName(t, entry);
}

/** Kinds that people call by their ID, and those of which there is but one. */
const calledByTheirId = new Set([
  ...['service', 'license', 'contract', 'featureToggle', 'statusComponent', 'operatorToken', 'emailDomain'],
]);

/** What a row that outlived its thing still says of its name. */
function rememberedName({ changes }: OperationLogEntry): string | undefined {
  const sides = ['name', 'fileName', 'userId', 'groupId', 'deviceId', 'displayName'].flatMap((field) => {
    const { before, after } = changes[field] ?? {};
    return [after, before];
  });
  return sides.find((side): side is string => typeof side === 'string' && side !== '');
}

function targetWords(t: Translate, language: string, entry: OperationLogEntry): string | undefined {
  const { targetType, targetId, targetNamed, changes } = entry;
  if (targetType === null) return undefined;
  if (targetNamed) return nameWords(t, language, targetNamed);
  if (targetType === 'tenant') {
    const pages = settingsOf(changes).map((section) => t(`ui.tenant.${section}`));
    return new Intl.ListFormat(language).format(pages) || t('history.organizationSettings');
  }
  if (targetId !== null && calledByTheirId.has(targetType)) return targetId;
  return rememberedName(entry) ?? t('history.gone', { kind: targetName(t, targetType) });
}

/** What a job came to, by how many; and the sentences with it, and of an undo, which is an import without a name. */
const counted = ['created', 'restored', 'changed', 'deleted', 'failed'] as const;
const results: Readonly<Record<string, TextKey>> = {
  'userImport.ended': 'sentences.importEnded',
  'userBulk.ended': 'sentences.bulkEnded',
};
const undos: Readonly<Record<string, [text: TextKey, withResult: TextKey]>> = {
  'userImport.started': ['sentences.undoStarted', 'sentences.undoStarted'],
  'userImport.canceled': ['sentences.undoCanceled', 'sentences.undoCanceled'],
  'userImport.ended': ['sentences.undoEnded', 'sentences.undoEndedWith'],
};

/** The changes of an entry that its sentence tells. */
export const toldBySentence = ({ type, status, changes }: OperationLogEntry): readonly string[] =>
  type !== null && status !== 'error' && Object.hasOwn(results, type)
    ? counted.filter((what) => typeof changes[what]?.after === 'number')
    : [];

/** The sentence of a job with what it came to, or of an undo; undefined of everything else. */
function tellJob(t: Translate, language: string, entry: OperationLogEntry): Told | undefined {
  const { type, targetNamed, changes } = entry;
  if (type === null) return undefined;
  const parts = toldBySentence(entry).map((what) =>
    t(`history.result_${what as (typeof counted)[number]}`, { count: Number(changes[what]?.after) }),
  );
  const result = new Intl.ListFormat(language, { type: 'unit' }).format(parts);
  const isUndo = targetNamed?.name === '' && Object.hasOwn(undos, type);
  const text = isUndo ? undos[type]?.[result ? 1 : 0] : result ? results[type] : undefined;
  return text && { text, params: result ? { result } : {} };
}

type Told = { text: TextKey; params: TextParams };

/** The sentence of an entry: who did what to whom; of what was refused or failed, that it was not done. */
function tell(t: Translate, language: string, entry: OperationLogEntry): Told {
  const { type } = entry;
  const [actor, target] = [actorWords(t, language, entry), targetWords(t, language, entry)];
  const params = { actor, ...(target !== undefined && { target }) };
  const known = isKnownEvent(type);
  if (entry.status === 'error') {
    if (!known) return { text: 'sentences.triedUnknown', params };
    const event = t(`events.${type}`);
    return { text: target === undefined ? 'sentences.tried' : 'sentences.triedOn', params: { ...params, event } };
  }
  if (!known || target === undefined) {
    if (known && !targeted.test(t(`sentences.${type}`))) return { text: `sentences.${type}`, params };
    return { text: target === undefined ? 'sentences.unknown' : 'sentences.unknownOn', params };
  }
  const job = tellJob(t, language, entry);
  if (job) return { text: job.text, params: { ...params, ...job.params } };
  return { text: `sentences.${type as EventType}`, params };
}

/** Whether a sentence names its target. */
const targeted = /\{\{target\}\}/;

/** The sentence of an entry as a text. */
export function sentenceText(t: Translate, language: string, entry: OperationLogEntry): string {
  const { text, params } = tell(t, language, entry);
  return t(text, params).replace(/<\/?(?:actor|target)>/g, '');
}

const named = <b />;

/** The page of a user, where one may see it. */
function userLink(userId: string): ReactElement {
  return <Link to="/portal/users/$userId" params={{ userId: addressOfUser(userId) }} />;
}

/** The page where the target is looked after; a name alone where there is none, or it no longer exists. */
function targetLink(entry: OperationLogEntry, mayReadUsers: boolean): ReactElement {
  const { targetType, targetId, targetNamed, changes } = entry;
  if (targetType === 'tenant') {
    const [section, ...others] = settingsOf(changes);
    return section && others.length === 0 ? <Link to={paths.tenant(section)} /> : named;
  }
  const page = targetType !== null && Object.hasOwn(pages, targetType) ? pages[targetType] : undefined;
  if (page) return <Link to={page} />;
  if (!targetNamed?.exists || targetId === null) return named;
  if (targetType === 'user') return mayReadUsers ? userLink(targetNamed.id) : named;
  if (targetType === 'group') return <Link to="/portal/groups/$uuid" params={{ uuid: targetId }} />;
  if (targetType === 'userImport') return <Link to="/portal/users/import/$importId" params={{ importId: targetId }} />;
  if (targetType === 'device')
    return <Link to="/portal/devices/$deviceId" params={{ deviceId: addressOfDevice(targetNamed.id) }} />;
  return targetType === 'tag' ? <Link to={paths.tags} /> : named;
}

/** Where things without a page of their own are listed. */
const pages: Readonly<Record<string, string>> = {
  userBulk: paths.userBulks,
  userExport: paths.userExport,
  deviceExport: paths.deviceExport,
  logExport: paths.tenant('log-export'),
  mailRun: paths.registration('sendings'),
  registrationUrl: paths.registration('urls'),
  customizedMail: paths.registration('texts'),
  customTheme: paths.tenant('header-customization'),
  logo: paths.tenant('header-customization'),
  license: paths.tenant('license-list'),
  contract: paths.tenant('contract-list'),
};

/** Who did what to whom, in one sentence, with both as links to their pages where they still exist. */
export function Sentence({ entry }: { entry: OperationLogEntry }) {
  const t = useT();
  const language = useLanguage();
  const mayReadUsers = useMe().permissions.includes('users:read');
  const { text, params } = tell(t, language, entry);
  const actor = mayReadUsers && entry.actorNamed?.exists ? userLink(entry.actorNamed.id) : named;
  return <RichText text={text} params={params} parts={{ actor, target: targetLink(entry, mayReadUsers) }} />;
}
