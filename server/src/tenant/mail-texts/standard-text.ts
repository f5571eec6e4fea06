import { type CustomMailType, mailPlaceholders } from '#contract/tenant/mail-texts.ts';
import { loadCatalog } from '#messages/catalog.ts';
import { kindOf } from './own-texts.ts';

/** Portico's text with its placeholders, in a language: the starting point for a tenant's own. */
export function standardText(type: CustomMailType, locale: string): { mailSubject: string; mailBody: string } {
  if (type === 'registrationPhrase') return { mailSubject: '', mailBody: '' };
  const { texts } = loadCatalog(locale);
  const stem = `mail.${kindOf[type]}`;
  const lines: string[] = [];
  for (let n = 1; texts[`${stem}.line${n}`] !== undefined; n += 1) lines.push(texts[`${stem}.line${n}`] ?? '');
  const after = lines.splice(-1);
  const { known } = mailPlaceholders[type];
  const greeting = known.includes('name') ? [texts['mail.frame.greeting'] ?? ''] : [];
  const link = known.includes('link') ? ['{{link}}'] : [];
  return {
    mailSubject: texts[`${stem}.subject`] ?? '',
    mailBody: [...greeting, ...lines, ...link, ...after].join('\n\n'),
  };
}
