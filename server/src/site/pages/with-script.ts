import type { CustomScript } from '#contract/site/custom-script.ts';
import { escapeHtml } from './escape-html.ts';

/** Adds the script to a page: fetched without cookies, and run only if it matches its hash (Subresource Integrity). */
export function withScript(html: string, script: CustomScript | null): string {
  if (!script) return html;
  const [url, integrity] = [escapeHtml(script.url), escapeHtml(script.integrity)];
  const tag = `<script defer crossorigin="anonymous" integrity="${integrity}" src="${url}"></script>`;
  return html.replace('</head>', () => `${tag}</head>`);
}
