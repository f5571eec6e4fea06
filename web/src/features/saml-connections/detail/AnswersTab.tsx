import { useQuery } from '@tanstack/react-query';
import { AnswerTable } from '../../../base/federation/AnswerTable.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { type Connection, tracesQuery } from '../queries.ts';
import { claimsOf } from './claims.ts';
import { wordOf } from './TestResult.tsx';

/** The latest answers of a connection's provider. */
export function AnswersTab({ connection }: { connection: Connection }) {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(tracesQuery(tenantId, connection.samlId));
  const answers = query.data?.map(({ cause, ...answer }) => ({
    ...answer,
    detail: Object.fromEntries(
      claimsOf(answer).map(({ name, value, isAttribute }) => [isAttribute ? name : wordOf(t, name), value]),
    ),
    cause: cause && t(`samlFailures.${cause}`),
  }));
  return <AnswerTable id="saml-answers" answers={answers} query={query} />;
}
