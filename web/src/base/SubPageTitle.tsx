import type { ReactNode } from 'react';
import { PageTitle } from '../ui/page/PageTitle.tsx';
import { PlaceCrumbs } from './PlaceCrumbs.tsx';

type Props = {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/** The head of a page that belongs to another: the way there, then its title. */
export function SubPageTitle({ title, children, actions }: Props) {
  return (
    <>
      <PlaceCrumbs here={title} />
      <PageTitle title={title} actions={actions}>
        {children}
      </PageTitle>
    </>
  );
}
