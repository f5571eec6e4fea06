import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Breadcrumbs } from '../ui/page/Breadcrumbs.tsx';
import { PageTitle } from '../ui/page/PageTitle.tsx';
import { lastSearch } from './last-search.ts';

type Props = {
  /** The page it belongs to. */
  of: { to: string; label: string };
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/** The head of a page that belongs to another: the way there, then its title. */
export function SubPageTitle({ of: { to, label }, title, children, actions }: Props) {
  const links = [
    <Link key="of" to={to} search={lastSearch(to)} activeOptions={{ exact: true }}>
      {label}
    </Link>,
  ];
  return (
    <>
      <Breadcrumbs links={links} here={title} />
      <PageTitle title={title} actions={actions}>
        {children}
      </PageTitle>
    </>
  );
}
