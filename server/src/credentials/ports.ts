import type { ProofMethod } from '#contract/sign-in/proofs.ts';

import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

/** Notes of an open session what it has proved since it began; sign-in keeps sessions. */
export const addProof = port<[tx: Tx, sessionId: string, proof: ProofMethod], Promise<void>>('addProof');
