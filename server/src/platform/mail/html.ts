import { fitted } from '#contract/theme/logo.ts';
import { DEFAULT_THEME_COLOR } from '#contract/theme/accent.ts';
import { textOn } from '#contract/theme/contrast.ts';
import { contentId, type MailLook } from './look.ts';

export type MailParts = {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The line above the subject: the sender. */
  heading: string;
  tenantName: string;
  look?: MailLook | undefined;
  /** Forces a color scheme, for previews; otherwise dark if the reader's program asks for it. */
  scheme?: 'light' | 'dark' | undefined;
  subject: string;
  before: string[];
  button: { href: string; label: string } | null;
  after: string[];
  linkHint: string;
  footer: string;
};

/**
 * HTML of an email: one column, tables and inline styles, which is what email programs support; dark where the reader's
 * program asks for it. No content from outside: the logo is attached. Escapes all texts.
 */
export function mailHtml(mail: MailParts): string {
  const color = themeColor(mail.look?.themeColor);
  const styles = mail.scheme === 'dark' ? darkStyles : lightStyles;
  const draw = { styles, color };
  const paragraphs = (contents: string[]) => contents.map((content) => paragraph(draw, 'text', content));
  const body = [...paragraphs(mail.before)];
  if (mail.button) body.push(buttonHtml(mail.button, color));
  body.push(...paragraphs(mail.after));
  if (mail.button) body.push(paragraph(draw, 'small', mail.linkHint), linkLine(draw, mail.button.href));
  return `<!doctype html>
<html lang="${escapeHtml(mail.lang)}" dir="${mail.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>${mail.scheme ? '' : darkStyle}</style>
</head>
<body class="page" style="${styles.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="${styles.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="${styles.card};border-top:4px solid ${color}"><tr><td style="padding:28px 28px 12px">
${logoHtml(mail)}<p class="small" style="${styles.small}">${escapeHtml(mail.heading)}</p>
<h1 class="title" style="${styles.title}">${escapeHtml(mail.subject)}</h1>
${body.join('\n')}
</td></tr></table>
<p class="small" style="${styles.small};max-width:560px;padding:16px 28px;margin:0">${withBreaks(mail.footer)}</p>
</td></tr></table>
</body>
</html>
`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI','Hiragino Sans','Noto Sans CJK JP',sans-serif";
const stylesOf = (page: string, card: string, text: string, small: string, link: string) => ({
  page: `margin:0;background:${page};color:${text}`,
  card: `max-width:560px;background:${card};border-radius:8px`,
  title: `margin:0 0 16px;${font};font-size:20px;line-height:1.4;color:${text}`,
  text: `margin:0 0 16px;${font};font-size:16px;line-height:1.6;color:${text}`,
  small: `margin:0 0 12px;${font};font-size:13px;line-height:1.5;color:${small}`,
  link: `color:${link}`,
});
type Styles = ReturnType<typeof stylesOf>;
const lightStyles = stylesOf('#f1f3f5', '#ffffff', '#212529', '#495057', '#1864ab');
const darkStyles = stylesOf('#141517', '#25262b', '#f1f3f5', '#ced4da', '#a5d8ff');
const PLATE = 'background:#ffffff!important;padding:8px 12px!important';
const darkStyle =
  '@media (prefers-color-scheme:dark){.page{background:#141517!important}.card{background:#25262b!important}' +
  '.text,.title{color:#f1f3f5!important}.small{color:#ced4da!important}.small a{color:#a5d8ff!important}' +
  `.plate{${PLATE}}}`;

/** Displayed size of a logo; its picture has twice as many pixels for dense screens. */
const LOGO_BOX = { width: 240, height: 40 };

function logoHtml({ look, scheme, tenantName }: MailParts): string {
  if (!look?.logo) return '';
  const { imageId, plate, ...size } = look.logo;
  const { width, height } = fitted(size, LOGO_BOX);
  const image = `<img src="cid:${escapeHtml(contentId(imageId))}" alt="${escapeHtml(tenantName)}" width="${width}" height="${height}" style="display:block;border:0;width:${width}px;height:${height}px">`;
  const dark = plate && scheme === 'dark' ? `;${PLATE}` : '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td${plate ? ' class="plate"' : ''} style="padding:0;border-radius:6px${dark}">${image}</td></tr></table>
`;
}

interface Draw {
  styles: Styles;
  color: string;
}

function paragraph({ styles }: Draw, kind: 'text' | 'small', content: string): string {
  return `<p class="${kind}" style="${styles[kind]}">${withBreaks(content)}</p>`;
}

function linkLine({ styles }: Draw, href: string): string {
  const address = escapeHtml(href);
  return `<p class="small" style="${styles.small};word-break:break-all"><a href="${address}" style="${styles.link}">${address}</a></p>`;
}

function buttonHtml({ href, label }: { href: string; label: string }, color: string): string {
  const style = `display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;text-decoration:none;color:${textOn(color)}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="${color}" style="background:${color};border-radius:6px"><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a></td></tr></table>`;
}

function withBreaks(content: string): string {
  return escapeHtml(content).replace(/\r?\n/g, '<br>');
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => names[character]!);
}

function themeColor(color: string | null | undefined): string {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_THEME_COLOR;
}
