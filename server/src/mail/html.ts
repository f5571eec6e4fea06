export type MailParts = {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The line above the subject: who writes. */
  heading: string;
  themeColor?: string | null;
  subject: string;
  before: string[];
  button: { href: string; label: string } | null;
  after: string[];
  linkHint: string;
  footer: string;
};

const OWN_COLOR = '#1b5fa8';

/**
 * The HTML of a mail: one column, tables and inline styles because mail programs know little else; dark where the
 * reader's program asks for it; no images, fonts or other content from outside. Takes plain texts and escapes them all.
 */
export function mailHtml(mail: MailParts): string {
  const color = themeColor(mail.themeColor);
  const paragraphs = (contents: string[]) => contents.map((content) => paragraph('text', content));
  const body = [...paragraphs(mail.before)];
  if (mail.button) body.push(buttonHtml(mail.button, color));
  body.push(...paragraphs(mail.after));
  if (mail.button) body.push(paragraph('small', mail.linkHint), linkLine(mail.button.href));
  return `<!doctype html>
<html lang="${escapeHtml(mail.lang)}" dir="${mail.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="page" style="${styles.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="${styles.page}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="${styles.card};border-top:4px solid ${color}"><tr><td style="padding:28px 28px 12px">
<p class="small" style="${styles.small}">${escapeHtml(mail.heading)}</p>
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
const styles = {
  page: 'margin:0;background:#f1f3f5;color:#212529',
  card: 'max-width:560px;background:#ffffff;border-radius:8px',
  title: `margin:0 0 16px;${font};font-size:20px;line-height:1.4;color:#212529`,
  text: `margin:0 0 16px;${font};font-size:16px;line-height:1.6;color:#212529`,
  small: `margin:0 0 12px;${font};font-size:13px;line-height:1.5;color:#495057`,
};
const darkStyle =
  '@media (prefers-color-scheme:dark){.page{background:#141517!important}.card{background:#25262b!important}' +
  '.text,.title{color:#f1f3f5!important}.small{color:#ced4da!important}.small a{color:#a5d8ff!important}}';

function paragraph(kind: 'text' | 'small', content: string): string {
  return `<p class="${kind}" style="${styles[kind]}">${withBreaks(content)}</p>`;
}

function linkLine(href: string): string {
  const address = escapeHtml(href);
  return `<p class="small" style="${styles.small};word-break:break-all"><a href="${address}" style="color:#1864ab">${address}</a></p>`;
}

function buttonHtml({ href, label }: { href: string; label: string }, color: string): string {
  const style = `display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;text-decoration:none;color:${inkOn(color)}`;
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
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : OWN_COLOR;
}

/** Black or white, whichever stands out more (WCAG 2.2 relative luminance; equal contrast at 0.179). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
