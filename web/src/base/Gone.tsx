import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { EmptyState } from '../ui/page/EmptyState.tsx';

/** Something that does not exist: which, and the way back. */
export type Missing = { title: string; text: string; back: string; to: LinkProps['to']; search?: object };

export function Gone({ title, text, back, to, search = {}, heading = 'h2' }: Missing & { heading?: 'h1' | 'h2' }) {
  return (
    <EmptyState
      title={title}
      heading={heading}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} {...({ to, search } as LinkProps)} activeOptions={{ exact: true }} />}
        >
          {back}
        </Button>
      }
    >
      {text}
    </EmptyState>
  );
}
