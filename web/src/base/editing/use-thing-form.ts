import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import type { Body, FormFields } from './editing.ts';
import { useBoxRefusals } from './use-box-refusals.ts';
import { useSaving } from './use-saving.ts';

type Props<Draft extends object, Thing, Box extends string> = {
  thing: Thing;
  draftOf: (thing: Thing) => Draft;
  form: FormFields<Draft>;
  /** Whose refusals are shown at the box. */
  boxes: readonly Box[];
  /** Where the thing is kept, and all that its change makes out of date. */
  queryKey: QueryKey;
  staleKey: QueryKey;
  /** Reads it anew. */
  renew: () => Promise<unknown>;
  send: (body: Body & { expected: Body }) => Promise<Thing>;
  savedText: (thing: Thing) => string;
  say: (alert: AlertContent | undefined) => void;
};

/** The form of a thing's page: what is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useThingForm<Draft extends object, Thing, Box extends string>(props: Props<Draft, Thing, Box>) {
  const t = useT();
  const queryClient = useQueryClient();
  const { thing, draftOf, form, queryKey, staleKey, renew, send, savedText, say } = props;
  const refusals = useBoxRefusals(props.boxes);
  const { run: _, ...saving } = useSaving<Draft, Thing>({
    ...{ saved: draftOf(thing), form, whole: true, draftOf, renew, say, savedText, undoneText: t('ui.undone') },
    put: async (changes, expected) => {
      const answer = await send({ ...changes, expected });
      queryClient.setQueryData(queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: staleKey });
      return answer;
    },
    onRefusal: refusals.take,
  });
  return {
    ...saving,
    change: (part: Partial<Draft>) => {
      saving.change(part);
      refusals.forget();
    },
    error: refusals.error,
  };
}
