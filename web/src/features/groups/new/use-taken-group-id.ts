import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isGroupId } from '#contract/rules.ts';
import { useMe } from '../../../base/session-queries.ts';
import { takenQuery } from '../queries.ts';

const DEBOUNCE_MS = 300;

/** Whether a group has the id, asked 300 ms after the last key. False while not known: the server decides at saving. */
export function useTakenGroupId(typed: string): boolean {
  const { tenantId } = useMe();
  const groupId = typed.trim();
  const [settled, setSettled] = useState(groupId);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(groupId), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [groupId]);
  const isAsked = settled === groupId && isGroupId(groupId);
  const { data } = useQuery({ ...takenQuery(tenantId, settled), enabled: isAsked });
  return isAsked && data === true;
}
