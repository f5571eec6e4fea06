import type { createManagementToken } from '#contract/provisioning/management-tokens.ts';
import type { AnswerOf, SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { tokensPath } from '../queries.ts';

/** A token with its secret, which is in this answer only. */
export type NewToken = AnswerOf<typeof createManagementToken>;

export const createToken = (body: SentBodyOf<typeof createManagementToken>): Promise<NewToken> =>
  call<typeof createManagementToken>({ method: 'POST', path: tokensPath, body, pattern: 'powerUser' });
