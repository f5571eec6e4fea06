import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best supported encoding that an Accept-Encoding header allows (RFC 9110, 12.5.3). */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  const refused = /;\s*q=0(?:\.0*)?\s*$/;
  const accepted = String(header ?? '')
    .split(',')
    .filter((entry) => !refused.test(entry))
    .map((entry) => entry.split(';')[0]?.trim().toLowerCase());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Compresses a page off the event loop. The nonce differs in every answer, so it cannot be done in advance. */
export async function encode(html: string, encoding: Encoding): Promise<Buffer> {
  const content = Buffer.from(html, 'utf8');
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return zip(content, { level: 6 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return brotli(content, { params });
}
