import { useQuery } from '@tanstack/react-query';
import type { Me } from '#contract/sign-in/me.ts';
import { togglesQuery } from '../../base/session-queries.ts';
import { AccountTiles } from './AccountTiles.tsx';
import { Below } from './Below.tsx';
import { GroupsCard } from './GroupsCard.tsx';
import { LastSignInCard } from './LastSignInCard.tsx';
import { recentLoginsQuery, someGroupsQuery } from './queries.ts';
import { SecurityCard } from './SecurityCard.tsx';
import classes from './top.module.css';

/** One's own account: for those who have nothing to manage here. */
export function OwnCards({ me }: { me: Me }) {
  const logins = useQuery(recentLoginsQuery);
  const groups = useQuery(someGroupsQuery);
  const toggles = useQuery(togglesQuery(me.tenantId));
  return (
    <Below known={!logins.isLoading && !groups.isLoading && !toggles.isLoading}>
      <div className={classes.cards}>
        <SecurityCard me={me} />
        <LastSignInCard me={me} />
        <GroupsCard />
      </div>
      <AccountTiles tenantId={me.tenantId} />
    </Below>
  );
}
