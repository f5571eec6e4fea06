import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isLoginUserId, isMailAddress } from '#contract/rules.ts';
import { useMe } from '../../base/session-queries.ts';
import { takenQuery } from './queries.ts';

const DEBOUNCE_MS = 300;

/**
 * Whether another user has a user id or mail address, asked 300 ms after the last key (spec section 5, "duplicated…").
 * False while that is not known: the server decides when it is saved.
 * @param own the user's own uuid, which is no duplicate
 */
export function useTaken(field: 'userId' | 'mailAddresses', typed: string, own?: string): boolean {
  const { tenantId } = useMe();
  const value = typed.trim();
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const isRight = field === 'userId' ? isLoginUserId(value) : isMailAddress(value);
  const { data } = useQuery({
    ...takenQuery(tenantId, field, settled),
    enabled: settled !== '' && settled === value && isRight,
  });
  return settled === value && isRight && (data ?? []).some((uuid) => uuid !== own);
}
