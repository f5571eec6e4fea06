import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

// What provisioning asks of the room beside it that keeps email domains.

/** Whether the organization has proven the domain of an address: it counts without a confirmation. */
export const isOfProvenDomain = port<[tx: Tx, address: string], Promise<boolean>>('isOfProvenDomain');

/** All of these domains, in small letters. */
export const provenDomains = port<[tx: Tx], Promise<string[]>>('provenDomains');
