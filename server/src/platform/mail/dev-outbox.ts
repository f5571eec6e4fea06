import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine } from './address.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

export type KeptMail = Omit<OutgoingMail, 'image'> & {
  at: string;
  /** The content in base64. */
  image?: { contentId: string; mediaType: string; content: string };
};

/** A mail ID is a UUIDv7, so file names sort by time. */
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;
const LIST_LIMIT = 500;

/**
 * Writes emails as files to `directory` instead of sending them, readable by this system user only because they contain
 * one-time links. Never used in production mode.
 */
export function createDevOutbox(directory: string): MailTransport {
  return {
    close: () => {},
    send: async (mail) => {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const { image, ...words } = mail;
        const kept: KeptMail = {
          ...words,
          subject: oneLine(mail.subject),
          at: new Date().toISOString(),
          ...(image && { image: { ...image, content: image.content.toString('base64') } }),
        };
        const path = join(directory, `${mail.mailId}.json`);
        // Write and rename, so that a reader sees a complete file or none.
        await writeFile(`${path}.part`, JSON.stringify(kept, null, 2), { mode: 0o600 });
        await rename(`${path}.part`, path);
        return { outcome: 'delivered' };
      } catch (error) {
        return { outcome: 'failed', error: String(error) };
      }
    },
  };
}

/** Newest emails first, at most 500; with `to`, those to this address. */
export async function listKeptMails(directory: string, to?: string): Promise<KeptMail[]> {
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: KeptMail[] = [];
  for (const file of files
    .filter((name) => FILE.test(name))
    .sort()
    .reverse()) {
    const mail = await readKept(join(directory, file));
    if (!to || mail.recipient.toLowerCase() === to.toLowerCase()) found.push(mail);
    if (found.length === LIST_LIMIT) break;
  }
  return found;
}

export async function findKeptMail(directory: string, mailId: string): Promise<KeptMail | null> {
  if (!FILE.test(`${mailId}.json`)) return null;
  return readKept(join(directory, `${mailId}.json`)).catch(() => null);
}

async function readKept(path: string): Promise<KeptMail> {
  return JSON.parse(await readFile(path, 'utf8')) as KeptMail;
}
