import type { PermittedServices } from '#contract/people/permitted-services.ts';
import type { Tools } from '../../platform/tools.ts';
import { insertUses, type Use } from './queries.ts';

const DAY_MILLIS = 86_400_000;
/** Uses are written in batches, this long after the first of them. */
const ROUND_MILLIS = 1000;
const MOST_REMEMBERED = 200_000;

interface Notes {
  /** Uses that this process noted, with the time: not noted again for a day. */
  noted: Map<string, number>;
  /** Uses to be written, by tenant. */
  waiting: Map<string, Use[]>;
}

const notesOf = new WeakMap<Tools, Notes>();
/** Answers that were noted already; most calls end here. */
const seen = new WeakSet<PermittedServices>();

/**
 * Notes that a user uses services: a service got a token or introspected, or the user opened it. Written at most once a
 * day per license, soon, and not awaited. A process that dies loses pending ones, until the next use.
 */
export function noteUse(
  tools: Tools,
  { tenantId, uuid }: { tenantId: string; uuid: string },
  services: PermittedServices,
): void {
  if (seen.has(services)) return;
  seen.add(services);
  const notes = notesOf.get(tools) ?? { noted: new Map(), waiting: new Map() };
  notesOf.set(tools, notes);
  const now = tools.clock();
  for (const { licenseId } of services.flatMap(({ permittedLicenses }) => permittedLicenses)) {
    const key = `${tenantId}/${uuid}/${licenseId}`;
    const before = notes.noted.get(key);
    if (before !== undefined && now.getTime() - before < DAY_MILLIS) continue;
    if (notes.noted.size >= MOST_REMEMBERED) notes.noted.clear();
    notes.noted.set(key, now.getTime());
    if (notes.waiting.size === 0) setTimeout(() => void writeWaiting(tools, notes), ROUND_MILLIS).unref();
    const uses = notes.waiting.get(tenantId) ?? [];
    uses.push({ userUuid: uuid, licenseId, at: now });
    notes.waiting.set(tenantId, uses);
  }
}

async function writeWaiting(tools: Tools, notes: Notes): Promise<void> {
  const taken = [...notes.waiting];
  notes.waiting.clear();
  for (const [tenantId, uses] of taken) {
    try {
      await tools.db.inTenant(tenantId, (tx) => insertUses(tx, uses));
    } catch (error) {
      for (const { userUuid, licenseId } of uses) notes.noted.delete(`${tenantId}/${userUuid}/${licenseId}`);
      tools.log.warn({ err: error, tenantId }, 'uses of licences were not noted');
    }
  }
}
