import type { ProofMethod } from '#contract/sign-in/proofs.ts';

import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

/** Records a new proof for an open session; sessions belong to sign-in. */
export const addProof = port<[tx: Tx, sessionId: string, proof: ProofMethod], Promise<void>>('addProof');
