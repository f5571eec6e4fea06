import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  DeletedUser,
  purgeDeletedUser,
  restoreDeletedUser as restoreRoute,
} from '#contract/people/deleted-users.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { AnswerOf, SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

export type Wish = SentBodyOf<typeof restoreRoute>;
export type Restored = AnswerOf<typeof restoreRoute>;
export type Names = 'userId' | 'loginMailAddress';
export type Mistakes = Partial<Record<Names, ErrorId>>;

const names: readonly Names[] = ['userId', 'loginMailAddress'];

/** Restores deleted users and deletes them for good. */
export function useDeletedActs(say: (alert: AlertContent | undefined) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  /** The names that somebody else has meanwhile, or that are none. */
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const restore = async ({ uuid }: DeletedUser, wish: Wish): Promise<Restored | undefined> => {
    const path = '/api/auth/tenants/{tenantId}/deletedUsers/{uuid}/restore';
    let found: Mistakes | undefined;
    const done = await run(
      () =>
        call<typeof restoreRoute>({
          ...{ method: 'POST', path, params: { tenantId, uuid } },
          ...{ body: wish, pattern: 'powerUser' },
        }),
      (error) => {
        found = fieldMistakes(error, {}, names);
        return found !== undefined;
      },
    );
    setMistakes(found ?? {});
    if (done) await renewPeople(queryClient);
    return done?.answer;
  };
  const purge = async ({ uuid }: DeletedUser): Promise<boolean> => {
    const path = '/api/auth/tenants/{tenantId}/deletedUsers/{uuid}';
    const params = { tenantId, uuid };
    const done = await run(() =>
      call<typeof purgeDeletedUser>({ method: 'DELETE', path, params, pattern: 'powerUser' }),
    );
    if (done) await renewPeople(queryClient);
    return done !== undefined;
  };
  return { busy, restore, purge, mistakes, forgetMistakes: () => setMistakes({}) };
}
