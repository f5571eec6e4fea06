import { useQuery } from '@tanstack/react-query';
import { AnswerTable } from '../../../base/federation/AnswerTable.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { type Provider, tracesQuery } from '../queries.ts';

/** The latest answers of an OpenID provider. */
export function AnswersTab({ provider }: { provider: Provider }) {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(tracesQuery(tenantId, provider.opId));
  const answers = query.data?.results.map(({ cause, ...answer }) => ({
    ...answer,
    cause: cause && t(`openid.cause_${cause}`),
  }));
  return <AnswerTable id="openid-answers" answers={answers} query={query} />;
}
