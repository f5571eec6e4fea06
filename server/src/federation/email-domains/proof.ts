import { type DomainCause, proofFileUrl, proofRecordName } from '#contract/federation/email-domain-values.ts';
import { type Outgoing, OutgoingError } from '../../platform/net/outgoing.ts';

/** How the proof of a domain reads. It is no secret: whoever can publish it has the domain. */
export const proofValue = (random: string): string => `portico-domain-verification=${random}`;

/**
 * Looks for the proof of a domain: in a TXT record, and in a file of its web server. Answers null if one of them has it,
 * else what stands in the record's way.
 */
export async function lookForProof(outgoing: Outgoing, domain: string, value: string): Promise<DomainCause | null> {
  const [record, file] = await Promise.all([inRecord(outgoing, domain, value), inFile(outgoing, domain, value)]);
  return record === null || file ? null : record;
}

async function inRecord(outgoing: Outgoing, domain: string, value: string): Promise<DomainCause | null> {
  try {
    const texts = await outgoing.texts(proofRecordName(domain));
    if (texts.some((text) => text.trim() === value)) return null;
    return texts.length === 0 ? 'record_missing' : 'record_differs';
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.reason === 'nameNotFound' ? 'record_missing' : 'unreachable';
  }
}

/** A website that sends everybody on to a platform of many owners must not be proven by a page that one of them made there. */
async function inFile(outgoing: Outgoing, domain: string, value: string): Promise<boolean> {
  try {
    const { status, body } = await outgoing.read(proofFileUrl(domain), { hosts: [domain, `www.${domain}`] });
    return status === 200 && body.split('\n', 20).some((line) => line.trim() === value);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return false;
  }
}
