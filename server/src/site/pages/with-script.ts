import type { CustomScript } from '#contract/site/custom-script.ts';
import { escapeHtml } from './escape-html.ts';

/** A page with the script in it: fetched without cookies, and run only if it has its hash (Subresource Integrity). */
export function withScript(html: string, script: CustomScript | null): string {
  if (!script) return html;
  const [url, integrity] = [escapeHtml(script.url), escapeHtml(script.integrity)];
  const tag = `<script defer crossorigin="anonymous" integrity="${integrity}" src="${url}"></script>`;
  return html.replace('</head>', () => `${tag}</head>`);
}
